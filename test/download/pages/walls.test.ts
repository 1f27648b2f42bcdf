import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { wallByHeading } from '../../../src/core/wall-words.ts';
import { wallOf } from '../../../src/resolvers/html/walls.ts';
import { hasCorpora, shared } from '../corpora.ts';
import { asWork, outcomeOf } from './judge-pages.ts';
import { citationTags, footer, menu, p, page, TITLE } from './text.ts';

const WORK = asWork({ title: TITLE });

/** What sites of these languages say, by what they mean. */
const CHALLENGES = [
  'Just a moment...',
  'Attention Required! | Cloudflare',
  'Access Denied',
  'Sicherheitsüberprüfung',
  'Bitte bestätigen Sie, dass Sie ein Mensch sind',
  'Einen Moment, bitte …',
  'Un instant…',
  'Vérification de sécurité',
  'Veuillez confirmer que vous êtes humain',
  'Accès refusé',
  'Comprobación de seguridad',
  'Un momento, por favor',
  'Verifique que no es un robot',
  'Verificação de segurança',
  'Verifica di sicurezza',
  'Проверка безопасности',
  'Подтвердите, что вы не робот',
  'Доступ ограничен',
  '安全验证',
  '请完成安全验证',
  '人机验证',
  '访问过于频繁',
  'セキュリティチェック',
  'しばらくお待ちください...',
  '보안 확인',
  '잠시만 기다려 주세요',
  'Weryfikacja bezpieczeństwa',
  'Güvenlik kontrolü',
  'Verifikasi keamanan',
] as const;

const MISSING = [
  'Page not found | Journal',
  '404 Not Found',
  'Error 404',
  'DOI Not Found',
  'We could not find the page you requested',
  'Seite nicht gefunden',
  'Die angeforderte Seite existiert nicht',
  'Page introuvable',
  "La page demandée n'existe pas",
  'Página no encontrada',
  'El artículo no existe',
  'Página não encontrada',
  'Pagina non trovata',
  'Страница не найдена',
  '页面不存在',
  '您访问的页面不存在',
  '抱歉,找不到该页面',
  'ページが見つかりません',
  'お探しのページは見つかりませんでした',
  '페이지를 찾을 수 없습니다',
  'Nie znaleziono strony',
  'Sayfa bulunamadı',
  'Halaman tidak ditemukan',
] as const;

/** The same in other words: too little to judge the title of an article by, enough for a page that says little else. */
const GONE = [
  'The article you are looking for is not here',
  'The requested article has been removed',
  'This page has moved',
  'This DOI cannot be resolved',
  'Invalid article identifier',
  'Etwas fehlt: 404',
  'Dieser Beitrag wurde entfernt',
  'Diese Seite gibt es leider nicht',
  "L'article demandé a été déplacé",
  "Impossible de trouver l'article",
  'No hemos podido encontrar la página',
  'El artículo ha sido retirado',
  'Não foi possível localizar o artigo',
  'La pagina richiesta è stata spostata',
  'Impossibile trovare il documento',
  'Не удалось найти страницу',
  'Запрашиваемая статья отсутствует',
  '您要访问的文章已被移除',
  '页面走丢了',
  'ご指定の論文は公開を終了しました',
  '요청하신 페이지가 삭제되었거나 이동되었습니다',
] as const;

test.each(GONE)('a page headed "%s" is a soft-404, also above articles it recommends', (text) => {
  const popular = `<section><h2>Popular articles</h2>${['one', 'two', 'three'].map((name) => `<article><h3><a href="/${name}">Rivers of the north number ${name}</a></h3>${p(150)}</article>`).join('')}</section>`;
  const html = page(
    '',
    `${menu}<main><h1>${text}</h1><p>Use the search.</p>${popular}</main>${footer}`,
    'Journal',
  );
  expect(outcomeOf(html, WORK)).toBe('soft-404');
});

test('what title and heading both say holds for a page with much else on it', () => {
  const html = page('', `${menu}<h1>404</h1>${p(500)}${footer}`, 'Page not found | Journal');
  expect(outcomeOf(html, WORK)).toBe('soft-404');
});

const LOGINS = [
  'Sign in - Publisher',
  'Log in',
  'Institutional Login | Journals',
  'Anmeldung | Verlag',
  'Connexion',
  'Iniciar sesión',
  'Fazer login',
  'Accedi',
  'Вход в систему',
  '用户登录',
  'ログイン',
  '로그인',
  'Logowanie',
  'Giriş yap',
] as const;

const KINDS = [
  ['challenge-page', CHALLENGES],
  ['soft-404', MISSING],
  ['login-page', LOGINS],
] as const;

const SAID = KINDS.flatMap(([kind, words]) => words.map((text) => [text, kind] as const));

describe.each(SAID)('"%s" is a %s', (text, kind) => {
  test('as the title of a page, for the resolver and the download alike', () => {
    expect(wallOf(text, 'https://journal.test/x')).toBe(kind);
    expect(outcomeOf(page('', `${menu}<p>Journal of Rivers.</p>${footer}`, text), WORK)).toBe(kind);
  });
  test('as its heading', () => {
    expect(outcomeOf(page('', `${menu}<h1>${text}</h1><p>Journal.</p>${footer}`, 'Journal'), WORK)).toBe(
      kind,
    );
  });
});

test.each([
  ['Bitte lösen Sie das Captcha, um zu zeigen, dass Sie kein Roboter sind.', 'challenge-page'],
  ['Veuillez résoudre le captcha pour prouver que vous êtes humain.', 'challenge-page'],
  ['请完成以下验证后继续访问', 'challenge-page'],
  ['您的访问过于频繁,请输入验证码', 'challenge-page'],
  ['私はロボットではありません', 'challenge-page'],
  ['下の画像に表示されている文字を入力してください。', 'challenge-page'],
  ['大量のアクセスを検出しました。続行するには計算結果を入力してください。', 'challenge-page'],
  ['아래 그림에 보이는 숫자를 입력해 주세요.', 'challenge-page'],
  ['자동화된 접근이 감지되었습니다. 계속하려면 확인 버튼을 누르세요.', 'challenge-page'],
  ['请输入图片中的字符以继续访问', 'challenge-page'],
  ['Please type the characters you see in the picture.', 'challenge-page'],
  ['Introduzca los caracteres de la imagen.', 'challenge-page'],
  ['Die von Ihnen gesuchte Seite wurde leider nicht gefunden.', 'soft-404'],
  ["Désolé, la page que vous cherchez n'existe plus.", 'soft-404'],
  ['很抱歉,您要访问的页面不存在', 'soft-404'],
  ['Bitte aktivieren Sie Cookies, um fortzufahren.', 'login-page'],
  ['Veuillez activer les cookies pour continuer.', 'login-page'],
  ['请启用 Cookie 后继续', 'login-page'],
  ['Please log in to continue.', 'login-page'],
  ['请先登录后查看全文', 'login-page'],
])('a page that says little but "%s" is a %s', (text, kind) => {
  expect(outcomeOf(page('', `<div>${text}</div>`, 'Journal'), WORK)).toBe(kind);
});

test.each([
  'Error analysis of finite element methods',
  'Authentication: a survey of protocols',
  'Access to medicines in rural areas',
  'Login behaviour of students in online courses',
  'Not found in translation: essays',
  'Un momento magnético anómalo',
  'Captchas and their discontents in digital libraries',
  'Accesso aperto alla letteratura scientifica',
  'Вход в атмосферу с гиперболической скоростью полёта аппарата нового поколения',
  'Security checks at airports and the behaviour of passengers',
  'The missing page: records that were moved or deleted in archives',
  'Room 404 and other stories of the missing',
])('the title "%s" is an article', (title) => {
  const html = page(citationTags(title), `<h1>${title}</h1><h2>Abstract</h2>${p(200)}`, title);
  expect(outcomeOf(html, asWork({ title }))).toBe('landing');
});

test('a page that loads a script against robots is judged by what it says', () => {
  const script =
    '<script src="https://cdn.perfdrive.com/aperture/aperture.js"></script><div class="g-recaptcha"></div>';
  const about = page(citationTags(), `${script}<h1>${TITLE}</h1><h2>Abstract</h2>${p(200)}`);
  expect(outcomeOf(about, WORK)).toBe('landing');
  const plain = page('', `${script}<h1>${TITLE}</h1>${p(200)}`);
  expect(outcomeOf(plain, WORK)).toBe('landing');
  expect(outcomeOf(page('', script, 'Journal'), WORK)).toBe('challenge-page');
  const missing = page('', `${script}<h1>Page not found</h1>`, 'Journal');
  expect(outcomeOf(missing, WORK)).toBe('soft-404');
});

test('words of a wall are looked for in bounded time', () => {
  const startedAt = performance.now();
  for (const text of [
    'page '.repeat(5000),
    '页面'.repeat(5000),
    '- '.repeat(5000),
    'log in to '.repeat(2000),
  ])
    wallByHeading(text);
  expect(performance.now() - startedAt).toBeLessThan(500);
});

test.skipIf(!hasCorpora)('a recorded abstract page of IOP that rents the article is no challenge', () => {
  const html = gunzipSync(shared('corpora/publisher-pages/IOPScience_ab007b.html.gz'));
  expect(outcomeOf(html, WORK)).toBe('preview-stub');
});
