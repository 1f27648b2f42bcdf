import { article } from '../article.ts';
import { dice } from '../dice.ts';
import type { MadePage } from '../made-page.ts';
import { esc, made } from '../pieces.ts';
import type { Lang } from '../tongue.ts';

/** Words of the interstitial of a content network, as it shows them by language. */
const CLOUDFLARE: Readonly<Record<Lang, readonly [string, string, string, string]>> = {
  en: [
    'Just a moment...',
    'Verifying you are human. This may take a few seconds.',
    'needs to review the security of your connection before proceeding.',
    'Enable JavaScript and cookies to continue',
  ],
  zh: [
    '请稍候…',
    '正在验证您是否是真人。这可能需要几秒钟时间。',
    '需要先检查您的连接的安全性，然后才能继续。',
    '启用 JavaScript 和 Cookie 以继续',
  ],
  ja: [
    'しばらくお待ちください...',
    'あなたが人間であることを確認しています。これには数秒かかる場合があります。',
    '続行する前に、接続のセキュリティを確認する必要があります。',
    '続行するには、JavaScript と Cookie を有効にしてください',
  ],
  es: [
    'Un momento…',
    'Verificando que usted es un ser humano. Esto puede tardar unos segundos.',
    'necesita revisar la seguridad de su conexión antes de continuar.',
    'Habilite JavaScript y las cookies para continuar',
  ],
  pt: [
    'Um momento…',
    'Verificando se você é humano. Isso pode levar alguns segundos.',
    'precisa revisar a segurança da sua conexão antes de prosseguir.',
    'Ative o JavaScript e os cookies para continuar',
  ],
  de: [
    'Nur einen Moment…',
    'Überprüfung, ob Sie ein Mensch sind. Dies kann einige Sekunden dauern.',
    'muss die Sicherheit Ihrer Verbindung überprüfen, bevor Sie fortfahren können.',
    'Aktivieren Sie JavaScript und Cookies, um fortzufahren',
  ],
  fr: [
    'Un instant…',
    'Vérification que vous êtes bien un humain. Cette opération peut prendre quelques secondes.',
    'doit vérifier la sécurité de votre connexion avant de continuer.',
    'Activez JavaScript et les cookies pour continuer',
  ],
  ru: [
    'Один момент…',
    'Проверяем, человек ли вы. Это может занять несколько секунд.',
    'необходимо проверить безопасность вашего подключения, прежде чем продолжить.',
    'Включите JavaScript и файлы cookie, чтобы продолжить',
  ],
  ko: [
    '잠시만 기다리십시오…',
    '사람인지 확인하는 중입니다. 몇 초 정도 걸릴 수 있습니다.',
    '계속하기 전에 연결의 보안을 검토해야 합니다.',
    '계속하려면 JavaScript와 쿠키를 사용 설정하십시오',
  ],
  it: [
    'Ci siamo quasi…',
    'Verifica che tu sia un essere umano. L’operazione potrebbe richiedere alcuni secondi.',
    'deve verificare la sicurezza della connessione prima di procedere.',
    'Abilita JavaScript e i cookie per continuare',
  ],
};

const challenge = (name: string, vendor: string, html: string, url: string): MadePage =>
  made(
    article(name),
    { name, platform: vendor, kind: 'challenge', url, isFullText: false, wall: 'challenge-page' },
    html,
  );

const cloudflare = (lang: Lang): MadePage => {
  const name = `cloudflare-${lang}`;
  const chance = dice(name);
  const [title, check, review, script] = CLOUDFLARE[lang];
  const html = `<!DOCTYPE html><html lang="${lang}"><head><title>${title}</title><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"><meta http-equiv="X-UA-Compatible" content="IE=Edge"><meta name="robots" content="noindex,nofollow"><meta name="viewport" content="width=device-width,initial-scale=1"><style>*{box-sizing:border-box;margin:0;padding:0}html{line-height:1.15;color:#313131}body{display:flex;flex-direction:column;min-height:100vh}.main-content{margin:8rem auto;max-width:60rem;width:100%}</style><meta http-equiv="refresh" content="360"></head><body class="no-js"><div class="main-wrapper" role="main"><div class="main-content"><h1 class="zone-name-title h1">www.journal.example.com</h1><h2 class="h2" id="challenge-running">${check}</h2><div id="challenge-stage"></div><div id="challenge-body-text" class="core-msg spacer">www.journal.example.com ${review}</div><noscript><div class="h2"><span id="challenge-error-text">${script}</span></div></noscript></div></div><script>(function(){window._cf_chl_opt={cvId:'3',cZone:'www.journal.example.com',cType:'managed',cRay:'${chance.hex(16)}',cH:'${chance.hex(40)}',cUPMDTk:"/doi/full/10.1000/x?__cf_chl_tk=${chance.hex(40)}",cFPWv:'b',cTTimeMs:'1000',md:'${chance.hex(2400)}'};var a=document.createElement('script');a.src='/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=${chance.hex(16)}';document.getElementsByTagName('head')[0].appendChild(a);}());</script><div class="footer" role="contentinfo"><div class="footer-inner"><div class="clearfix diagnostic-wrapper"><div class="ray-id">Ray ID: <code>${chance.hex(16)}</code></div></div><div class="text-center" id="footer-text">Performance &amp; security by Cloudflare</div></div></div></body></html>`;
  return {
    ...challenge(name, 'cloudflare', html, 'https://www.journal.example.com/doi/full/10.1000/x'),
    headers: { server: 'cloudflare', 'cf-mitigated': 'challenge' },
  };
};

const akamai = (): MadePage =>
  challenge(
    'akamai-denied',
    'akamai',
    `<HTML><HEAD>\n<TITLE>Access Denied</TITLE>\n</HEAD><BODY>\n<H1>Access Denied</H1>\n \nYou don't have permission to access "http&#58;&#47;&#47;www&#46;publisher&#46;example&#46;com&#47;article&#47;1" on this server.<P>\nReference&#32;&#35;18&#46;${dice('akamai').hex(8)}&#46;1700000000&#46;${dice('ak').hex(8)}\n<P>https&#58;&#47;&#47;errors&#46;edgesuite&#46;net&#47;18&#46;x</P>\n</BODY>\n</HTML>`,
    'https://www.publisher.example.com/article/1',
  );

const dataDome = (): MadePage =>
  challenge(
    'datadome',
    'datadome',
    `<html lang="en"><head><title>publisher.example.com</title><style>#cmsg{animation: A 1.5s;}@keyframes A{0%{opacity:0;}99%{opacity:0;}100%{opacity:1;}}</style></head><body style="margin:0"><p id="cmsg">Please enable JS and disable any ad blocker</p><script data-cfasync="false">var dd={'rt':'c','cid':'AHrlqAAAAAMA${dice('dd').hex(30)}','hsh':'${dice('dh').hex(30)}','t':'fe','qp':'','s':45126,'e':'${dice('de').hex(64)}','host':'geo.captcha-delivery.com','cookie':'${dice('dc').hex(60)}'}</script><script data-cfasync="false" src="https://ct.captcha-delivery.com/c.js"></script></body></html>`,
    'https://publisher.example.com/article/77',
  );

const imperva = (): MadePage =>
  challenge(
    'imperva',
    'imperva',
    `<html style="height:100%"><head><META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW"><meta name="format-detection" content="telephone=no"><meta name="viewport" content="initial-scale=1.0"></head><body style="margin:0px;height:100%"><iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31&xinfo=9-${dice('inc').int(1000, 9999)}-0%200NNN%20RT%281700000000000%2055%29&incident_id=${dice('inc').int(100000, 999999)}-${dice('ind').int(100000, 999999)}&edet=12&cinfo=ffffffff&rpinfo=0&mth=GET" frameborder=0 width="100%" height="100%" marginheight="0px" marginwidth="0px">Request unsuccessful. Incapsula incident ID: ${dice('inc').int(100000, 999999)}-${dice('ind').int(100000, 999999)}</iframe></body></html>`,
    'https://library.example.org/article/9',
  );

const anubis = (lang: 'en' | 'de'): MadePage => {
  const chance = dice(`anubis-${lang}`);
  const [title, loading, why] =
    lang === 'en'
      ? [
          "Making sure you're not a bot!",
          'Loading...',
          'You are seeing this because the administrator of this website has set up Anubis to protect the server against the scourge of AI companies aggressively scraping websites. This can and does cause downtime for the websites, which makes their resources inaccessible for everyone.',
        ]
      : [
          'Es wird sichergestellt, dass Sie kein Bot sind!',
          'Wird geladen …',
          'Sie sehen dies, weil der Administrator dieser Website Anubis eingerichtet hat, um den Server vor dem aggressiven Auslesen durch KI-Firmen zu schützen. Dies kann und wird zu Ausfällen der Websites führen, wodurch deren Inhalte für alle unzugänglich werden.',
        ];
  return challenge(
    `anubis-${lang}`,
    'anubis',
    `<!doctype html><html lang="${lang}"><head><title>${title}</title><link rel="stylesheet" href="/.within.website/x/xess/xess.min.css?cachebuster=1.21.0"><meta name="viewport" content="width=device-width, initial-scale=1.0"><meta name="robots" content="noindex,nofollow"><script id="anubis_version" type="application/json">"1.21.0"</script><script id="anubis_challenge" type="application/json">{"rules":{"algorithm":"fast","difficulty":4,"report_as":4},"challenge":"${chance.hex(64)}"}</script></head><body id="top"><main><h1 id="title" class="centered-div">${title}</h1><div class="centered-div"><img id="image" style="width:100%;max-width:256px;" src="/.within.website/x/cmd/anubis/static/img/pensive.webp?cacheBuster=1.21.0"><p id="status">${loading}</p><script async type="module" src="/.within.website/x/cmd/anubis/static/js/main.mjs?cacheBuster=1.21.0"></script><div id="progress" role="progressbar"><div class="bar-inner"></div></div><details><summary>${lang === 'en' ? 'Why am I seeing this?' : 'Warum sehe ich dies?'}</summary><p>${why}</p><p>Anubis is a compromise. Anubis uses a Proof-of-Work scheme in the vein of Hashcash.</p></details><noscript><p>Sadly, you must enable JavaScript to get past this challenge.</p></noscript></div></main><footer><center><p>Protected by <a href="https://github.com/TecharoHQ/anubis">Anubis</a> from <a href="https://techaro.lol">Techaro</a>.</p></center></footer></body></html>`,
    'https://repository.example.edu/items/12',
  );
};

/** Simple checks that smaller sites write themselves. */
const OWN: readonly { lang: Lang; title: string; text: string; field: string; button: string }[] = [
  {
    lang: 'zh',
    title: '安全验证',
    text: '您的访问过于频繁，为了保证您的正常使用，请输入验证码后继续访问。',
    field: '请输入图片中的字符',
    button: '提交验证',
  },
  {
    lang: 'ru',
    title: 'Вы не робот?',
    text: 'С вашего адреса поступает слишком много запросов. Чтобы продолжить, введите символы с картинки.',
    field: 'Введите код',
    button: 'Продолжить',
  },
  {
    lang: 'ja',
    title: 'アクセス確認',
    text: '短時間に多数のアクセスがありました。画像に表示されている文字を入力してください。',
    field: '画像の文字',
    button: '送信',
  },
  {
    lang: 'ko',
    title: '자동 접속 방지',
    text: '비정상적인 접속이 감지되었습니다. 아래 문자를 입력하시면 계속 이용하실 수 있습니다.',
    field: '보안문자',
    button: '확인',
  },
  {
    lang: 'es',
    title: 'Comprobación de seguridad',
    text: 'Hemos detectado tráfico inusual desde su red. Escriba los caracteres de la imagen para demostrar que no es un robot.',
    field: 'Código de seguridad',
    button: 'Continuar',
  },
  {
    lang: 'pt',
    title: 'Verificação de segurança',
    text: 'Detectamos um número incomum de acessos. Digite os caracteres da imagem para confirmar que você não é um robô.',
    field: 'Código',
    button: 'Enviar',
  },
  {
    lang: 'fr',
    title: 'Vérification de sécurité',
    text: 'Un trafic inhabituel provient de votre réseau. Recopiez les caractères de l’image pour prouver que vous n’êtes pas un robot.',
    field: 'Code de sécurité',
    button: 'Valider',
  },
  {
    lang: 'it',
    title: 'Verifica di sicurezza',
    text: 'Abbiamo rilevato un traffico insolito dalla vostra rete. Inserite i caratteri dell’immagine per dimostrare di non essere un robot.',
    field: 'Codice',
    button: 'Invia',
  },
];

const own = (one: (typeof OWN)[number]): MadePage =>
  challenge(
    `own-captcha-${one.lang}`,
    'own-captcha',
    `<!DOCTYPE html><html lang="${one.lang}"><head><meta charset="utf-8"><title>${one.title}</title></head><body><div class="wrap"><h3>${one.title}</h3><p>${one.text}</p><form action="/verify" method="post"><img src="/captcha/image?t=${dice(one.lang).hex(8)}" alt="captcha"><input type="text" name="code" placeholder="${one.field}" autocomplete="off"><input type="submit" value="${one.button}"></form><p>IP: 203.0.113.7</p></div></body></html>`,
    `https://journal.example.${one.lang}/article/5`,
  );

const VENDORS: readonly [string, string, string][] = [
  [
    'perimeterx',
    'Access to this page has been denied',
    '<div class="px-captcha-container"><div class="px-captcha-header">Before we continue...</div><div class="px-captcha-message">Press &amp; Hold to confirm you are a human (and not a bot).</div><div id="px-captcha"></div><div class="px-captcha-refid">Reference ID 0c1f2a</div></div><script>window._pxAppId="PX8rx";window._pxJsClientSrc="/px/init.js";</script>',
  ],
  [
    'recaptcha',
    'Validate User',
    '<div class="pb-page"><h1>Verify that you are not a robot</h1><p>For security purposes, please complete the test below to continue to your content.</p><form id="captcha-form" action="/action/captchaChallenge" method="post"><div class="g-recaptcha" data-sitekey="6Lf0bQcTAAAAA"></div><button>Continue</button></form></div>',
  ],
  [
    'radware',
    'Radware Captcha Page',
    '<div class="form_container"><h2>We apologize for the inconvenience...</h2><p>...but your activity and behavior on this site made us think that you are a bot.</p><p>Note: A number of things could be going on here. If you are attempting to access this site using an anonymous Private/Proxy network, please disable that and try accessing site again.</p><div class="h-captcha" data-sitekey="ae73173b"></div></div>',
  ],
  [
    'aws-waf',
    'Human Verification',
    '<div id="captcha-container"></div><noscript><h1>JavaScript is disabled</h1>In order to continue, we need to verify that you\'re not a robot. This requires JavaScript. Enable JavaScript and then reload the page.</noscript><script>window.gokuProps={"key":"AQIDA","iv":"x"};AwsWafIntegration.checkForceRefresh()</script>',
  ],
];

export const challengePages = (): MadePage[] => [
  ...(Object.keys(CLOUDFLARE) as Lang[]).map(cloudflare),
  akamai(),
  dataDome(),
  imperva(),
  anubis('en'),
  anubis('de'),
  ...OWN.map(own),
  ...VENDORS.map(([vendor, title, body]) =>
    challenge(
      `${vendor}-challenge`,
      vendor,
      `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${esc(title)}</title></head><body>${body}</body></html>`,
      `https://www.publisher.example.com/doi/full/10.1000/${vendor}`,
    ),
  ),
];
