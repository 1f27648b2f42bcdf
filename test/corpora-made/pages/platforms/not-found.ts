import { article, others } from '../article.ts';
import { dice } from '../dice.ts';
import type { MadePage } from '../made-page.ts';
import { analytics, consent, each, esc, footer, links, made, megaMenu, page } from '../pieces.ts';
import type { Lang } from '../tongue.ts';

const LOST: Readonly<Record<Lang, readonly [string, string, string]>> = {
  en: [
    'Page not found',
    'The page you are looking for may have been moved, renamed or removed. Check the address or use the search.',
    'Popular articles',
  ],
  zh: ['页面不存在', '抱歉，您访问的页面不存在或已被删除。请检查网址，或返回首页。', '热门文章'],
  ja: [
    'ページが見つかりません',
    'お探しのページは移動または削除された可能性があります。アドレスをご確認ください。',
    '人気の記事',
  ],
  es: [
    'Página no encontrada',
    'La página que busca no existe o ha cambiado de dirección. Utilice el buscador o vuelva al inicio.',
    'Artículos más leídos',
  ],
  pt: [
    'Página não encontrada',
    'O documento solicitado não existe ou foi removido. Verifique o endereço ou faça uma nova busca.',
    'Artigos mais lidos',
  ],
  de: [
    'Seite nicht gefunden',
    'Die angeforderte Seite existiert nicht oder wurde verschoben. Bitte prüfen Sie die Adresse.',
    'Meistgelesene Artikel',
  ],
  fr: [
    'Page introuvable',
    'La page demandée n’existe pas ou a été déplacée. Vérifiez l’adresse ou revenez à l’accueil.',
    'Articles les plus lus',
  ],
  ru: [
    'Страница не найдена',
    'Запрашиваемая страница не существует или была удалена. Проверьте адрес или воспользуйтесь поиском.',
    'Популярные статьи',
  ],
  ko: [
    '페이지를 찾을 수 없습니다',
    '요청하신 페이지가 삭제되었거나 주소가 변경되었습니다. 주소를 다시 확인해 주십시오.',
    '인기 논문',
  ],
  it: [
    'Pagina non trovata',
    'La pagina richiesta non esiste o è stata spostata. Controlla l’indirizzo o torna alla home.',
    'Articoli più letti',
  ],
};

/** A site with its whole furniture, and popular articles below the message. */
const lost = (lang: Lang): MadePage => {
  const name = `not-found-${lang}`;
  const a = article(name, { lang });
  const [title, text, popular] = LOST[lang];
  const html = page(
    lang,
    `<title>${title} | ${esc(a.journal)}</title>${analytics(name, 2)}`,
    `${lang === 'en' ? megaMenu(a.journal) : `<header><ul>${links(['Home', 'Issues', 'About'])}</ul></header>`}<main id="main"><h1>${lang === 'es' || lang === 'fr' ? '' : '404 – '}${title}</h1><p>${text}</p><form role="search"><input name="q"></form><section><h2>${popular}</h2>${each(others(a, dice(name).int(0, 6)), (one) => `<article><h3><a href="/article/${one.number}">${esc(one.title)}</a></h3><p>${esc(one.abstract.join(' '))}</p><a href="/pdf/${one.number}.pdf">PDF</a></article>`)}</section></main>${footer(a.journal, 2024)}`,
  );
  return made(
    a,
    {
      name,
      platform: 'journal-site',
      kind: 'soft-404',
      url: `https://journal.example.${lang}/article/${a.number}`,
      isFullText: false,
      wall: 'soft-404',
      pdf: null,
    },
    html,
  );
};

/** Repositories and journal systems that say it in their own words, with status 200. */
const SYSTEMS: readonly [string, string, Lang, string, string][] = [
  [
    'dspace',
    'Invalid Identifier',
    'en',
    'Page cannot be found',
    'The page you requested could not be found. It may have been withdrawn: the identifier does not correspond to a valid item in this repository.',
  ],
  [
    'doi-proxy',
    'DOI Not Found',
    'en',
    'DOI Not Found',
    'This DOI cannot be found in the DOI System. Possible reasons are: the DOI is incorrect in your source; the DOI was copied incorrectly; the DOI has not been activated yet.',
  ],
  [
    'tandf',
    'Page not found',
    'en',
    'Sorry, the page you are looking for cannot be found',
    'The content you requested is not available. Error code: item not found.',
  ],
  [
    'withdrawn',
    'Artigo retirado',
    'pt',
    'Documento indisponível',
    'O artigo solicitado não está mais disponível nesta revista.',
  ],
  [
    'elibrary',
    'Ошибка',
    'ru',
    'Публикация не найдена',
    'Публикация с указанным номером отсутствует в библиотеке.',
  ],
  ['cnki', '提示信息', 'zh', '文献不存在', '对不起，您所请求的文献不存在或已下架。'],
];

const system = ([platform, title, lang, heading, text]: (typeof SYSTEMS)[number]): MadePage => {
  const name = `missing-${platform}`;
  const a = article(name, {});
  const html = page(
    lang,
    `<title>${title}</title>`,
    `<nav><ul>${links(['Home', 'Browse', 'Help'])}</ul></nav><div id="content"><h2>${heading}</h2><p>${text}</p><p><a href="/">⟵</a> <a href="/docs/guide.pdf">Help (PDF)</a></p></div>`,
  );
  return made(
    a,
    {
      name,
      platform,
      kind: 'soft-404',
      url: `https://${platform}.example.org/item/${a.number}`,
      isFullText: false,
      wall: 'soft-404',
      pdf: null,
    },
    html,
  );
};

const REPAIR: Readonly<Partial<Record<Lang, readonly [string, string]>>> = {
  en: [
    'Site maintenance',
    'Our platform is being upgraded and will be back on Sunday at 06:00 UTC. We apologise for the inconvenience.',
  ],
  de: [
    'Wartungsarbeiten',
    'Wegen Wartungsarbeiten ist das Angebot vorübergehend nicht verfügbar. Bitte versuchen Sie es später erneut.',
  ],
  fr: [
    'Maintenance en cours',
    'Le site est momentanément indisponible pour cause de maintenance. Merci de revenir plus tard.',
  ],
  es: [
    'Sitio en mantenimiento',
    'Estamos realizando tareas de mantenimiento. Vuelva a intentarlo en unos minutos.',
  ],
  ja: [
    'メンテナンス中',
    'ただいまシステムメンテナンスを行っております。しばらくしてから再度アクセスしてください。',
  ],
  zh: ['系统维护', '系统正在升级维护，暂时无法访问，请稍后再试。'],
  pt: ['Em manutenção', 'O portal está em manutenção programada. Tente novamente mais tarde.'],
  ru: ['Технические работы', 'На сайте ведутся технические работы. Пожалуйста, зайдите позже.'],
};

const repair = ([lang, words]: [string, readonly [string, string]]): MadePage => {
  const name = `maintenance-${lang}`;
  return made(
    article(name),
    {
      name,
      platform: 'maintenance',
      kind: 'maintenance',
      url: `https://journals.example.${lang}/a/1`,
      isFullText: false,
      pdf: null,
    },
    page(
      lang,
      `<title>${words[0]}</title>`,
      `<div style="text-align:center"><img src="/maintenance.png" alt=""><h1>${words[0]}</h1><p>${words[1]}</p></div>`,
    ),
  );
};

const SHELLS: readonly [string, string][] = [
  [
    'react',
    '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src="/static/js/main.3f1c.chunk.js"></script>',
  ],
  [
    'angular',
    '<app-root><div class="loader">Loading...</div></app-root><noscript>Please enable JavaScript to continue using this application.</noscript><script src="runtime.js" type="module"></script><script src="polyfills.js" type="module"></script><script src="main.js" type="module"></script>',
  ],
  [
    'dspace7',
    '<ds-app></ds-app><noscript>This website requires JavaScript.</noscript><script src="runtime.js" defer></script>',
  ],
  [
    'vue',
    '<noscript><strong>We\'re sorry but this site doesn\'t work properly without JavaScript enabled. Please enable it to continue.</strong></noscript><div id="app"></div>',
  ],
  ['ember', '<script>EmberENV={"FEATURES":{}}</script><div id="ember-basic-dropdown-wormhole"></div>'],
];

const shell = ([frame, body]: (typeof SHELLS)[number]): MadePage => {
  const name = `shell-${frame}`;
  const a = article(name, {});
  const withMeta = frame === 'vue';
  return made(
    a,
    {
      name,
      platform: `${frame}-shell`,
      kind: 'app-shell',
      url: `https://app.example.org/papers/${a.number}`,
      isFullText: false,
      pdf: null,
    },
    page(
      'en',
      `<title>${withMeta ? esc(a.title) : 'Research Portal'}</title>${withMeta ? `<meta property="og:title" content="${esc(a.title)}"><meta name="description" content="${esc(a.abstract.join(' '))}">` : ''}${analytics(name, 4)}`,
      `${body}${frame === 'react' ? consent() : ''}`,
    ),
  );
};

export const notFoundPages = (): MadePage[] => [
  ...(Object.keys(LOST) as Lang[]).map(lost),
  ...SYSTEMS.map(system),
  ...Object.entries(REPAIR).map(repair),
  ...SHELLS.map(shell),
];
