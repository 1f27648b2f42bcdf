import { article } from '../article.ts';
import type { MadePage } from '../made-page.ts';
import { analytics, consent, each, esc, footer, links, made, megaMenu, page } from '../pieces.ts';
import type { Lang } from '../tongue.ts';

interface Words {
  title: string;
  hint: string;
  user: string;
  password: string;
  button: string;
  forgot: string;
  institution: string;
}

const WORDS: Readonly<Record<Lang, Words>> = {
  en: {
    title: 'Sign in',
    hint: 'You must be signed in to view this document.',
    user: 'User name',
    password: 'Password',
    button: 'Log in',
    forgot: 'Forgot your password?',
    institution: 'Sign in through your institution',
  },
  zh: {
    title: '用户登录',
    hint: '您需要登录后才能查看该文献全文。',
    user: '用户名',
    password: '密码',
    button: '登录',
    forgot: '忘记密码？',
    institution: '机构登录',
  },
  ja: {
    title: 'ログイン',
    hint: 'この論文を閲覧するにはログインが必要です。',
    user: 'ユーザーID',
    password: 'パスワード',
    button: 'ログイン',
    forgot: 'パスワードをお忘れの方',
    institution: '所属機関からログイン',
  },
  es: {
    title: 'Iniciar sesión',
    hint: 'Debe iniciar sesión para consultar este documento.',
    user: 'Usuario',
    password: 'Contraseña',
    button: 'Entrar',
    forgot: '¿Ha olvidado su contraseña?',
    institution: 'Acceso institucional',
  },
  pt: {
    title: 'Entrar',
    hint: 'É necessário fazer login para acessar o texto completo.',
    user: 'Usuário',
    password: 'Senha',
    button: 'Acessar',
    forgot: 'Esqueceu a senha?',
    institution: 'Acesso via instituição (CAFe)',
  },
  de: {
    title: 'Anmelden',
    hint: 'Für den Zugriff auf dieses Dokument müssen Sie sich anmelden.',
    user: 'Benutzername',
    password: 'Passwort',
    button: 'Anmelden',
    forgot: 'Passwort vergessen?',
    institution: 'Anmeldung über Ihre Einrichtung',
  },
  fr: {
    title: 'Connexion',
    hint: 'Vous devez vous identifier pour consulter ce document.',
    user: 'Identifiant',
    password: 'Mot de passe',
    button: 'Se connecter',
    forgot: 'Mot de passe oublié ?',
    institution: 'Accès par votre établissement',
  },
  ru: {
    title: 'Вход в систему',
    hint: 'Для доступа к полному тексту необходимо авторизоваться.',
    user: 'Имя пользователя',
    password: 'Пароль',
    button: 'Войти',
    forgot: 'Забыли пароль?',
    institution: 'Вход через организацию',
  },
  ko: {
    title: '로그인',
    hint: '원문을 보시려면 로그인이 필요합니다.',
    user: '아이디',
    password: '비밀번호',
    button: '로그인',
    forgot: '비밀번호 찾기',
    institution: '소속기관 로그인',
  },
  it: {
    title: 'Accedi',
    hint: 'Per consultare il documento è necessario effettuare l’accesso.',
    user: 'Nome utente',
    password: 'Password',
    button: 'Entra',
    forgot: 'Password dimenticata?',
    institution: 'Accesso istituzionale',
  },
};

const login = (name: string, platform: string, url: string, html: string, pdf?: null): MadePage =>
  made(
    article(name),
    {
      name,
      platform,
      kind: 'login',
      url,
      isFullText: false,
      wall: 'login-page',
      ...(pdf === null ? { pdf } : {}),
    },
    html,
  );

const generic = (lang: Lang): MadePage => {
  const w = WORDS[lang];
  return login(
    `login-${lang}`,
    'login-form',
    `https://library.example.${lang}/login?next=/document/81`,
    page(
      lang,
      `<title>${w.title}</title>${analytics(`login-${lang}`, 1)}`,
      `<header><ul>${links(['Home', 'Catalogue', 'Help'])}</ul></header><main><h1>${w.title}</h1><div class="alert alert-warning">${w.hint}</div><form method="post" action="/login"><label for="u">${w.user}</label><input id="u" name="username" type="text"><label for="p">${w.password}</label><input id="p" name="password" type="password"><button type="submit">${w.button}</button></form><p><a href="/forgot">${w.forgot}</a></p><p><a href="/sso">${w.institution}</a></p><p><a href="/docs/user-guide.pdf">PDF</a></p></main><footer>© 2024</footer>`,
    ),
    null,
  );
};

const shibboleth = (): MadePage =>
  login(
    'shibboleth',
    'shibboleth',
    'https://idp.example.edu/idp/profile/SAML2/Redirect/SSO?execution=e1s1',
    `<!DOCTYPE html><html><head><meta charset="utf-8"><title>Web Login Service</title><link rel="stylesheet" href="/idp/css/main.css"></head><body><div class="wrapper"><div class="container"><header><img src="/idp/images/logo.png" alt="Made University"><h3>Login to Publisher Example</h3></header><div class="content"><div class="column one"><form action="/idp/profile/SAML2/Redirect/SSO?execution=e1s1" method="post"><div class="form-element-wrapper"><label for="username">Username</label><input class="form-element form-field" id="username" name="j_username" type="text"></div><div class="form-element-wrapper"><label for="password">Password</label><input class="form-element form-field" id="password" name="j_password" type="password"></div><div class="form-element-wrapper"><input type="checkbox" name="donotcache" value="1">Don't Remember Login</div><button class="form-element form-button" type="submit" name="_eventId_proceed">Login</button></form></div><div class="column two"><ul class="list list-help"><li><a href="#">Forgot your password?</a></li><li><a href="#">Need Help?</a></li></ul></div></div></div></div></body></html>`,
  );

const openAthens = (): MadePage =>
  login(
    'openathens',
    'openathens',
    'https://login.openathens.net/auth/example.edu/o/1/r?t=x',
    `<!DOCTYPE html><html lang="en"><head><title>OpenAthens / Sign in</title></head><body class="oa"><header><img alt="OpenAthens"></header><main><h1>Find your organisation</h1><p>Sign in with an OpenAthens account, or search for your organisation below.</p><form><input type="search" placeholder="Search for your institution's name or email"><ul>${links(['Made University', 'Calder University', 'Northmere NHS Trust', 'Institute of Applied Studies'])}</ul></form><h2>Sign in with an OpenAthens account</h2><form method="post"><label>Username<input name="username"></label><label>Password<input type="password" name="password"></label><button>Sign in</button></form><a href="/help.pdf">Help</a></main></body></html>`,
  );

/** A proxy of a library: the publisher's page is behind it. */
const ezproxy = (): MadePage =>
  login(
    'ezproxy',
    'ezproxy',
    'https://login.ezproxy.example.edu/login?url=https://www.publisher.example.com/doi/10.1000/1',
    `<html><head><title>Made University Libraries: Off-campus access</title></head><body><h2>Off-Campus Access</h2><p>The resource you requested is licensed for use by current students, faculty and staff. Please authenticate with your library barcode.</p><form action="/login" method="post"><input type="hidden" name="url" value="https://www.publisher.example.com/doi/10.1000/1">Library barcode: <input name="user"><br>PIN: <input type="password" name="pass"><br><input type="submit" value="Login"></form></body></html>`,
  );

const publisher = (name: string): MadePage => {
  const a = article(name, {});
  const html = page(
    'en',
    `<title>Sign in | Made Online Library</title>${analytics(name, 3)}`,
    `${consent()}${megaMenu('Made Online Library')}<main><h1>Sign in to continue</h1><p>To read <em>${esc(a.title)}</em> you need a subscription or a personal account.</p><div class="login-tabs"><h2>Already registered?</h2><form method="post" action="/action/doLogin"><label>Email<input type="email" name="login"></label><label>Password<input type="password" name="password"></label><button>Sign in</button></form><h2>New customer</h2><a href="/action/registration">Register for free</a><h2>Institutional users</h2><a href="/action/ssostart">Access via Shibboleth or OpenAthens</a></div><p>Having trouble? <a href="/pb-assets/help/login-guide.pdf">Download our login guide (PDF)</a></p></main>${footer('Made Online Library', 2023)}`,
  );
  return made(
    a,
    {
      name,
      platform: 'publisher-login',
      kind: 'login',
      url: `https://www.madeonline.example.com/action/showLogin?uri=/doi/full/${a.doi}`,
      isFullText: false,
      wall: 'login-page',
      pdf: null,
    },
    html,
  );
};

const CONSENT: readonly [Lang, string, string, string][] = [
  [
    'en',
    'Before you continue',
    'We and our 812 partners store and access information on your device. Choose “Accept all” to read our content free of charge with advertising, or subscribe.',
    'Accept all',
  ],
  [
    'de',
    'Weiterlesen mit Werbung',
    'Besuchen Sie unsere Seiten wie gewohnt mit Werbung und Tracking, oder schließen Sie ein Abonnement ab. Ihre Einwilligung können Sie jederzeit widerrufen.',
    'Alle akzeptieren',
  ],
  [
    'fr',
    'Votre vie privée',
    'Pour accéder gratuitement à nos contenus, acceptez le dépôt de cookies par nos partenaires ou abonnez-vous.',
    'Tout accepter',
  ],
  [
    'it',
    'Il tuo consenso',
    'Per continuare a leggere gratuitamente accetta i cookie di profilazione oppure abbonati.',
    'Accetta tutti',
  ],
  [
    'es',
    'Su privacidad',
    'Para seguir leyendo gratis acepte las cookies de nuestros socios o suscríbase.',
    'Aceptar todo',
  ],
];

const cookieWall = ([lang, title, text, button]: (typeof CONSENT)[number]): MadePage =>
  made(
    article(`cookie-wall-${lang}`),
    {
      name: `cookie-wall-${lang}`,
      platform: 'cookie-wall',
      kind: 'cookie-wall',
      url: `https://consent.example.${lang}/?continue=article-12`,
      isFullText: false,
      pdf: null,
    },
    page(
      lang,
      `<title>${title}</title>`,
      `<div class="cmp-wall"><h1>${title}</h1><p>${text}</p><button>${button}</button><ul>${each(['IAB', 'Ads', 'Measurement', 'Personalisation'], (one) => `<li>${one}</li>`)}</ul><a href="/legal/agb.pdf">PDF</a></div>`,
    ),
  );

export const loginPages = (): MadePage[] => [
  ...(Object.keys(WORDS) as Lang[]).map(generic),
  shibboleth(),
  openAthens(),
  ezproxy(),
  publisher('publisher-login'),
  ...CONSENT.map(cookieWall),
];
