/** Refusals as people meet them outside English: what a page says, in its own language, with status 200. */
const FOREIGN_WALLS = {
  'missing-de': ['Seite nicht gefunden', 'Die angeforderte Seite existiert nicht oder wurde verschoben.'],
  'missing-fr': ['Page introuvable', 'La page que vous recherchez n’existe pas ou a été déplacée.'],
  'missing-es': ['Página no encontrada', 'La página que busca no existe o ha sido eliminada.'],
  'missing-zh': ['页面不存在', '抱歉，您访问的页面不存在或已被删除。'],
  'missing-pt': ['Página não encontrada', 'A página que você procura não existe ou foi removida.'],
  'captcha-zh': ['安全验证', '请完成下方验证后继续访问。'],
  'captcha-de': ['Sicherheitsüberprüfung', 'Bitte bestätigen Sie, dass Sie kein Roboter sind.'],
  'captcha-ru': ['Проверка безопасности', 'Подтвердите, что вы не робот, чтобы продолжить.'],
  'login-fr': ['Connexion', 'Veuillez vous connecter pour accéder à cet article.'],
  'login-ja': ['ログイン', '本文を閲覧するにはログインしてください。'],
} as const satisfies Readonly<Record<string, readonly [string, string]>>;
export type ForeignWall = keyof typeof FOREIGN_WALLS;

const FORMS: Readonly<Record<string, string>> = {
  missing: '<form action="/search"><input name="q"></form>',
  captcha:
    '<form method="post" action="/verify"><div class="captcha-box"><img src="/captcha.png" alt=""><input name="code"></div></form>',
  login:
    '<form method="post" action="/login"><input name="user"><input type="password" name="password"></form>',
};

/** The page itself; what it is follows from the first half of its name. */
export function foreignWall(name: ForeignWall): string {
  const [title, text] = FOREIGN_WALLS[name];
  const [kind = '', language = ''] = name.split('-');
  return `<!DOCTYPE html>\n<html lang="${language}"><head><meta charset="utf-8"><title>${title}</title></head>\n<body><div class="box"><h1>${title}</h1><p>${text}</p>${FORMS[kind] ?? ''}</div></body></html>\n`;
}
