import { expect, test } from 'vitest';
import { accessOffer } from '../../../src/core/access-offer.ts';
import { asWork, outcomeOf } from './judge-pages.ts';
import { AUTHORS, byline, citationTags, DOI, p, page, referenceItems, TITLE } from './text.ts';

const WORK = asWork({ title: TITLE, doi: DOI, authors: AUTHORS, year: 2021 });
const longText = (after: string): string =>
  page(
    citationTags(),
    `<h1>${TITLE}</h1><p>${byline}</p><section><h2>Introduction</h2>${p(1800)}</section><section><h2>Methods</h2>${p(1800)}</section>${after}<h2>References</h2><ol>${referenceItems(30)}</ol>`,
  );

test('without a notice, the page is the text', () => {
  expect(outcomeOf(longText(''), WORK)).toBe('kept');
});

test.each([
  'This article is only available to members.',
  'Sign up to read the full article',
  'Access provided by: no institution. Check if you have access via personal or institutional login',
  'Get full access to this article. View all available purchase options and get full access to this article.',
  'You have reached the end of the free preview. Log in to read the remaining 14 pages.',
  'To read the full-text of this research, you can request a copy directly from the authors.',
  'Want to read the rest? Members can access the full article.',
  '… The rest of this article is available to subscribers only.',
  'Create a free account to continue reading.',
  'La suite de cet article est réservée aux abonnés',
  'Pour accéder au texte intégral, abonnez-vous ou achetez cet article',
  'Dieser Beitrag ist nur für Abonnenten vollständig zugänglich.',
  'Melden Sie sich an, um den vollständigen Artikel zu lesen.',
  'Contenido exclusivo para suscriptores',
  'Para leer el texto completo, inicie sesión o compre este artículo',
  'Conteúdo exclusivo para assinantes',
  'Para continuar lendo, faça login ou assine a revista',
  'Contenuto riservato agli abbonati',
  "Per leggere il testo completo accedi o acquista l'articolo",
  'Koop dit artikel of log in om de volledige tekst te lezen',
  'Для продолжения чтения оформите подписку',
  'Полный текст доступен только подписчикам.',
  'Dostęp do pełnego tekstu wymaga zakupu',
  'Tam metne erişmek için satın alın',
  'Untuk membaca teks lengkap silakan masuk atau beli artikel ini',
  'للوصول إلى النص الكامل يرجى شراء المقال أو تسجيل الدخول',
  '阅读全文请先登录或订阅',
  'Read the rest on DeepDyve',
  'Rent this article via DeepDyve from $5.99',
  'Continue with the rest of this paper at ReadCube',
  'Baca selengkapnya dengan berlangganan.',
  'Untuk membaca selanjutnya, silakan login sebagai pelanggan.',
  'Log masuk untuk membaca artikel penuh',
  'برای دسترسی به متن کامل، اشتراک تهیه کنید',
  'ادامه مقاله فقط برای مشترکین در دسترس است؛ لطفاً وارد شوید',
  'Щоб читати далі, оформіть передплату',
  'Повний текст доступний лише передплатникам',
  'Celý článek je dostupný pouze pro předplatitele',
  'Pre prístup k plnému textu sa prihláste alebo si článok kúpte',
  'Logga in eller prenumerera för att läsa hela artikeln',
  'Køb adgang for at læse hele artiklen',
  'Du må logge inn: resten av artikkelen er for abonnenter',
  'Tilaa lehti ja lue koko artikkeli',
  'A teljes szöveg eléréséhez jelentkezzen be vagy fizessen elő: előfizetés',
  'Autentificați-vă pentru a citi textul integral',
  'Συνδεθείτε για να διαβάσετε το πλήρες κείμενο',
  'Đăng nhập hoặc mua để đọc toàn văn',
  'לקריאת המאמר המלא יש לרכוש מנוי',
  'पूरा लेख पढ़ने के लिए सदस्यता लें',
  'เข้าสู่ระบบเพื่ออ่านบทความฉบับเต็ม',
  '本文仅限会员阅读',
  '続きを読むには会員登録が必要です',
  '전체 논문을 보려면 구독이 필요합니다',
])('behind 3,600 words, "%s" says that they are a part', (notice) => {
  expect(accessOffer(notice)?.isPart).toBe(true);
  expect(outcomeOf(longText(`<div class="gate"><p>${notice}</p></div>`), WORK)).toBe('preview-stub');
});

test.each([
  'Subscribe to our newsletter',
  'Log in to comment',
  'Sign in to save this article to your library',
  'Purchase reprints of this article',
  'This is an open access article: the full text is available without a subscription.',
  'Download the full article (PDF)',
  'See the rest of the table on the next page.',
  'Ladda ner hela artikeln (PDF)',
  'Читати далі про річки Альп',
  'Baca selengkapnya tentang jurnal ini',
  'Przeczytaj o rzekach Alp',
  'دریافت متن کامل مقاله (PDF)',
  'Tải toàn văn bài báo (PDF)',
  'Members of the editorial board',
  'Register for email alerts on the full text of new articles',
  'Abonnieren Sie unseren Newsletter',
  "S'abonner à la revue",
  'Suscríbase a nuestro boletín',
  'Подписаться на новости журнала',
  '下载全文',
  '全文(PDF)',
  '전문 다운로드',
])('"%s" says nothing of the kind', (notice) => {
  expect(accessOffer(notice)?.isPart).not.toBe(true);
  expect(outcomeOf(longText(`<div><p>${notice}</p></div>`), WORK)).toBe('kept');
});

test('in the sentences of a study about paywalls the same words are prose', () => {
  const prose =
    'In our sample of two hundred journals, readers had to subscribe or log in before they could read the full article, and the rest of it was available to members only in nine of ten cases.';
  const short = 'Most readers did not buy the full text of a paper.';
  const html = longText('').replace(
    '<h2>Methods</h2>',
    `<h2>Methods</h2><p>${prose}</p>${p(60)}<p>${short}</p>`,
  );
  expect(outcomeOf(html, WORK)).toBe('kept');
});
