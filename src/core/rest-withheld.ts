import { countWords } from './count-words.ts';

/** What a notice withholds, and what it asks for in return, as one language says it. */
interface Words {
  /** The whole of the text, or what is left of it. */
  readonly whole: string;
  /** A subscription, an account, a membership, money. */
  readonly price: string;
  /** The text is for those only who have it. */
  readonly only?: string;
}

const CONTENT = '(?:text|article|paper|chapter|content|version|story|document|report|research|study)';

const WORDS: readonly Words[] = [
  {
    whole: `(?:(?:full|complete|entire|whole)[ -]?(?:length )?${CONTENT}|(?:full|complete) access to (?:this|the) ${CONTENT}|(?:the )?(?:rest|remainder) of (?:this|the) ${CONTENT}|(?:read|see|view|get|access|unlock) the rest|(?:the )?remaining (?:\\d+ )?(?:pages?|sections?|text|content|\\d+ ?%)|(?:continue|keep|finish) reading|read on|end of (?:the|this|your) (?:free )?(?:preview|sample|excerpt))`,
    price: `(?:subscri(?:be|bers?|ptions?)|log(?:ged)?[ -]?(?:in|on)|sign(?:ed)?[ -]?(?:in|up)|regist(?:er|ered|ration)|members?(?:hip)?|purchas(?:e|ing)|buy|rent|pay(?:ing|ment)?|join (?:for free|now|us|today)|(?:free |an? )account|institutional access|request (?:a copy|the full))`,
    only: `(?:(?:this|the full|the) ${CONTENT}|full[ -]text|content) (?:is |are )?(?:only |exclusively )?(?:available |accessible |reserved |restricted |limited |exclusive |visible )?(?:only |exclusively )?(?:to|for) (?:our )?(?:registered |paying |logged[ -]in )?(?:subscribers?|members?|users|customers)|check (?:if|whether) you have access|(?:you have|you['’]ve) reached the end of (?:the|this|your) (?:free )?(?:preview|sample|excerpt)|(?:view|see) all (?:available )?(?:access|purchase|access and purchase) options (?:and|for)|(?:read|see|get|view|find|continue with|rent) the (?:rest|remainder)(?: of (?:this|the) ${CONTENT})? (?:on|at|via|through|with|from) (?!page|p\\.|the next|the following)[\\p{L}\\d]|(?:rent|borrow|unlock) (?:this|the|the full|the whole) ${CONTENT} (?:on|at|via|through|with|from|for) [\\p{L}\\d$€£]`,
  },
  {
    whole:
      '(?:(?:den |der |des |zum )?(?:volltext|vollständige[nr]? (?:text|artikel|beitrag|inhalt)|ganzen? (?:text|artikel|beitrag)|rest de[sr] (?:artikels|beitrags|textes))|weiter(?:zu)?lesen|vollständig (?:zugänglich|lesen|verfügbar))',
    price:
      '(?:abonn(?:ent|ement|ieren)\\p{L}*|\\babo\\b|anmeld\\p{L}*|melden sie sich an|einlogg\\p{L}*|loggen sie sich|registrier\\p{L}*|mitglied\\p{L}*|kauf\\p{L}*|erwerben|lizenz(?:iert)?)',
    only: '(?:diese[rs]?|der|dieser?) (?:artikel|beitrag|text|inhalt)[^.]{0,20} (?:nur|ausschließlich|exklusiv)[^.]{0,20}(?:abonnent|mitglied|registrierte|angemeldete|kunden)\\p{L}*|(?:exklusiv|nur) für (?:abonnent|mitglied)\\p{L}*',
  },
  {
    whole:
      "(?:(?:le |au |du |en )?texte intégral|(?:la |l['’])?(?:suite|intégralité|totalité) (?:de (?:cet |l['’])|du )(?:article|texte|contenu|document)|article (?:complet|en entier|en intégralité)|(?:poursuivre|continuer) (?:la |votre |à )?l(?:ecture|ire)|lire la suite)",
    price:
      '(?:abonn\\p{L}+|connecte[rz]\\p{L}*|connexion|identifie[rz]\\p{L}*|inscri\\p{L}+|achete[rz]|achat|membres?|adhérents?|payant)',
    only: "(?:cet |l['’])?(?:article|contenu|texte|document)?[^.]{0,15}(?:réservée?s?|exclusi\\p{L}+)[^.]{0,12}(?:aux |pour (?:les |nos )?)(?:abonné|membre|adhérent|utilisateur)\\p{L}*",
  },
  {
    whole:
      '(?:(?:el |al |del |o |ao |do )?(?:texto|artículo|artigo|contenido|conteúdo) (?:completo|íntegro|integral|na íntegra)|(?:el )?resto del (?:artículo|texto|contenido)|(?:o )?restante do (?:artigo|texto|conteúdo)|(?:seguir|continuar) (?:leyendo|lendo)|continuar (?:la |a )?(?:lectura|leitura|leyendo))',
    price:
      '(?:suscri\\p{L}+|assin(?:e|ar|ante|atura)s?|inici\\p{L} sesión|registr\\p{L}+|cadastr\\p{L}+|(?:faça|fazer|efetue) (?:o )?login|acceda con|entre com|compr[ae]r?|adquir\\p{L}+|soci[oa]s|miembros|membros)',
    only: '(?:(?:este |o )?(?:contenido|conteúdo|artículo|artigo|texto)[^.]{0,15})?(?:exclusiv[oa]|reservad[oa]|solo|sólo|somente|apenas|disponible (?:solo|sólo|únicamente)|disponível (?:somente|apenas))[^.]{0,12}(?:para|a|aos|para los|para os) (?:nuestros |nossos )?(?:suscriptor|assinante|soci|miembro|membro|usuarios registrad)\\p{L}*',
  },
  {
    whole:
      "(?:(?:il |al |del |l['’])?(?:testo|articolo|contenuto) (?:completo|integrale|intero)|(?:il )?resto dell['’]articolo|(?:continu\\p{L}+|prosegu\\p{L}+) (?:a leggere|la lettura|nella lettura))",
    price:
      '(?:abbona\\p{L}*|acced[aio]|accedere con|login|registra\\p{L}*|iscriv\\p{L}+|acquist\\p{L}+|compra\\p{L}*|soci)',
    only: "(?:(?:questo |l['’])?(?:contenuto|articolo|testo)[^.]{0,15})?(?:riservat[oa]|esclusiv[oa]|solo|disponibile solo)[^.]{0,8}(?:agli|ai|per (?:gli|i)|per) (?:abbonat|soci|iscritt|utenti registrat)\\p{L}*",
  },
  {
    whole:
      '(?:(?:de |het )?volledige (?:tekst|artikel|inhoud)|(?:de )?rest van (?:dit|het) artikel|verder ?(?:te )?lezen|lees verder)',
    price:
      '(?:abonn\\p{L}+|log ?in|inloggen|aanmeld\\p{L}+|meld je aan|registre\\p{L}+|ko(?:op|pen)|lid|leden)',
    only: '(?:dit |het )(?:artikel|verhaal)[^.]{0,20}(?:alleen|exclusief|uitsluitend)[^.]{0,12}(?:voor )(?:abonnees|leden)|(?:alleen|exclusief) voor (?:abonnees|leden)',
  },
  {
    whole:
      '(?:полн(?:ый|ого|ому|ым) текст\\p{L}*|полн(?:ая|ую|ой) (?:верси|стат)\\p{L}*|(?:продолжени|остальн)\\p{L}+ (?:стать|текст|чтени)\\p{L}*|(?:продолжить|продолжени[ея]) чт\\p{L}+|читать (?:далее|дальше))',
    price:
      '(?:подпис\\p{L}+|войдите|войти|вход|авториз\\p{L}+|зарегистр\\p{L}+|регистрац\\p{L}+|куп\\p{L}+|оплат\\p{L}+|приобр\\p{L}+)',
    only: '(?:стать|материал|текст|контент|содержани)\\p{L}*[^.]{0,20}(?:только|исключительно)[^.]{0,12}(?:подписчик|зарегистр|член|пользовател)\\p{L}*',
  },
  {
    whole:
      '(?:pełn(?:y|ego|ej|a) (?:tekst|artykuł|wersj|treś)\\p{L}*|(?:dalsza|dalszej) częś\\p{L}+|czyta(?:j|ć) dalej)',
    price:
      '(?:subskry\\p{L}+|prenumer\\p{L}+|zalog\\p{L}+|logowani\\p{L}+|rejestr\\p{L}+|zarejestr\\p{L}+|zakup\\p{L}*|kup(?:ić|no)?\\b|wykup\\p{L}*)',
    only: '(?:artykuł|treść|tekst)[^.]{0,20}(?:tylko|wyłącznie)[^.]{0,8}dla (?:subskrybent|prenumerator|zalogowan|członk)\\p{L}*',
  },
  {
    whole:
      '(?:tam metn\\p{L}*|(?:makalenin|yazının|içeriğin) (?:tamamı|devamı|geri kalanı)\\p{L}*|okumaya devam)',
    price: '(?:satın al\\p{L}*|abone\\p{L}*|giriş yap\\p{L}*|oturum aç\\p{L}*|üye\\p{L}*|kayıt ol\\p{L}*)',
    only: '(?:bu )(?:makale|içerik|yazı)\\p{L}*[^.]{0,20}(?:yalnızca|sadece)[^.]{0,8}(?:abone|üye)\\p{L}*',
  },
  {
    whole:
      '(?:teks (?:lengkap|penuh)|(?:artikel|naskah) (?:lengkap|penuh)|sisa artikel|selengkapnya|selanjutnya|(?:lanjut(?:kan)?|terus|meneruskan) (?:mem)?baca(?:an)?)',
    price:
      '(?:berlangganan|pelanggan|langgan\\p{L}*|masuk|login|log masuk|daftar|mendaftar|beli|membeli|anggota|ahli)',
    only: '(?:artikel|konten) ini[^.]{0,20}(?:hanya|khusus)[^.]{0,12}(?:pelanggan|anggota|member)',
  },
  {
    whole:
      '(?:(?:ال|لل|بال)نص الكامل|نص كامل|(?:ال|لل)مقال(?:ة)? (?:ال)?كامل(?:ة)?|(?:بقية|باقي|تتمة) (?:ال|هذا )?(?:مقال|نص)\\p{L}*|(?:مواصلة|متابعة|لإكمال|إكمال) القراءة)',
    price: '(?:اشتر[ايك]\\p{L}*|(?:ال|لل)?مشترك\\p{L}*|تسجيل|شراء|سجل|عضوية|(?:ال)?أعضاء)',
    only: '(?:مقال|محتوى|نص)\\p{L}*[^.]{0,20}(?:فقط|حصري\\p{L}*|مخصص\\p{L}*)[^.]{0,12}(?:لل?مشترك|لل?أعضاء|المسجل)\\p{L}*',
  },
  {
    whole:
      '(?:(?:阅读|閱讀|查看|获取|獲取|浏览|下载|完整)(?:全文|剩余|剩餘|其余|余下)|全文|(?:剩余|剩餘|其余|余下)(?:内容|內容|部分|章节)|(?:继续|繼續)(?:阅读|閱讀))',
    price:
      '(?:(?:请|請|需|须|先|后|或|并)(?:先|要)?(?:登录|登錄|登入|订阅|訂閱|购买|購買|付费|付費|注册|註冊|开通)|(?:仅|僅|只)(?:限|供|对|對)?(?:订阅|訂閱|会员|會員|付费|注册|登录)|(?:登录|登入|订阅|购买|付费|注册)(?:后|方可|即可|才能))',
    only: '(?:本文|全文|此文|该文|文章|内容|內容)(?:仅|僅|只)(?:限|供|对|對|向)?.{0,4}(?:订阅|訂閱|会员|會員|付费|注册|登录)',
  },
  {
    whole: '(?:全文|続き|残り(?:の)?(?:部分|ページ|内容)?|記事全体|論文全体)(?:を|は|の)',
    price: '(?:会員登録|ログイン|購読|購入|サインイン|登録が必要|有料会員|契約)',
    only: '(?:この|本)(?:記事|論文|コンテンツ|文書)は.{0,8}(?:会員|購読者|契約者|登録者|有料)(?:の方)?(?:限定|のみ|専用|だけ)',
  },
  {
    whole:
      '(?:전체 ?(?:논문|내용|본문|기사|글)|전문|원문|나머지 ?(?:내용|부분|본문)?|(?:계속|이어서) ?(?:읽|보))',
    price: '(?:구독|로그인|회원 ?가입|구매|결제|유료|가입)(?:이|을|를|하|해|후|이나|하거나)?',
    only: '(?:이|본) ?(?:논문|기사|콘텐츠|글|자료)(?:은|는).{0,8}(?:구독자|회원|유료)(?:만|에게만| ?전용)',
  },
  {
    whole:
      '(?:متن کامل|(?:ادامه|بقیه|باقی) ?(?:ی|ٔ)? ?(?:این )?(?:مقاله|متن|مطلب|مطالعه)|مقاله ?(?:ی)? کامل|خواندن ادامه)',
    price: '(?:اشتراک|مشترک\\p{L}*|وارد شوید|ورود|عضویت|عضو شوید|ثبت[ ‌]?نام|خرید\\p{L}*)',
    only: '(?:مقاله|متن|محتوا)\\p{L}*[^.]{0,20}(?:فقط|تنها|ویژه)[^.]{0,12}(?:مشترک|اعضا|کاربران)\\p{L}*',
  },
  {
    whole:
      '(?:повн(?:ий|ого|ому|им) текст\\p{L}*|повн(?:а|у|ої) (?:верс|статт)\\p{L}*|решт\\p{L}+ (?:статт|текст)\\p{L}*|(?:читати (?:далі|повністю))|продовж\\p{L}+ чит\\p{L}+)',
    price:
      '(?:передплат\\p{L}*|підпис\\p{L}+|увійдіть|увійти|вхід|авториз\\p{L}+|зареєстр\\p{L}+|куп\\p{L}+|придба\\p{L}+)',
    only: '(?:статт|матеріал|текст)\\p{L}*[^.]{0,20}(?:лише|тільки|виключно)[^.]{0,12}(?:передплатник|підписник|зареєстр|член)\\p{L}*',
  },
  {
    whole:
      '(?:(?:cel|úpln|pln)\\p{L}+ (?:text|článek|článok|znění)\\p{L}*|zbyt\\p{L}+ článku|zvyšok článku|pokračova\\p{L}+ (?:v|ve) (?:čtení|čítaní)|číst dále|čítať ďalej)',
    price:
      '(?:předplat\\p{L}*|predplat\\p{L}*|přihla\\p{L}+|prihlás\\p{L}+|registr\\p{L}+|zakoup\\p{L}+|kúp\\p{L}+|koup\\p{L}+|člen\\p{L}*)',
    only: '(?:článek|článok|obsah|text)[^.]{0,20}(?:pouze|jen|iba|len)[^.]{0,8}(?:pro|pre) (?:předplatitel|predplatiteľ|registrovan|člen)\\p{L}*',
  },
  {
    whole:
      '(?:(?:hela|fullständig\\p{L}*|hele|fulde|fulle|komplette) (?:artikeln|artikkelen|artiklen|artikel|texten|teksten|tekst|text)|fulltext(?:en)?|fortsätt(?:a)? (?:att )?läsa|fort(?:sæt|sett)(?:e)? (?:med )?(?:at |å )?læse|fortsett å lese|läs(?:a)? (?:vidare|resten)|læs (?:videre|resten)|les (?:videre|resten)|resten av artik\\p{L}+|resten af artik\\p{L}+)',
    price:
      '(?:prenumer\\p{L}+|abonn\\p{L}+|logga in|inloggning|log(?:g)? (?:ind|inn)|registrer\\p{L}*|köp\\p{L}*|køb\\p{L}*|kjøp\\p{L}*|medlem\\p{L}*)',
    only: '(?:artikeln|artiklen|artikkelen|innehållet|indholdet|innholdet)[^.]{0,20}(?:endast|bara|kun|bare)[^.]{0,8}(?:för|for) (?:prenumerant|abonnent|medlem)\\p{L}*',
  },
  {
    whole: '(?:koko (?:artikkeli|teksti|juttu)\\p{L}*|artikkelin loppuosa\\p{L}*|jatka lukemista|lue lisää)',
    price:
      '(?:tilaa\\p{L}*|tilaus\\p{L}*|tilaaj\\p{L}*|kirjaudu|kirjautu\\p{L}*|rekisteröidy\\p{L}*|osta\\p{L}*|jäsen\\p{L}*)',
    only: '(?:artikkeli|sisältö|juttu)\\p{L}*[^.]{0,12}vain (?:tilaaj|jäsen)\\p{L}*',
  },
  {
    whole:
      '(?:teljes (?:szöveg|cikk|tartalom)\\p{L}*|a cikk (?:folytatás|további)\\p{L}*|tovább(?:i)? olvas\\p{L}*)',
    price:
      '(?:előfizet\\p{L}*|jelentkez\\p{L}+|belép\\p{L}*|regisztrál\\p{L}*|vásárol\\p{L}*|megvásárol\\p{L}*)',
    only: '(?:cikk|tartalom)[^.]{0,12}csak (?:előfizető|tag|regisztrált)\\p{L}*',
  },
  {
    whole:
      '(?:(?:textul|articolul|conținutul|continutul) (?:complet|integral|întreg)\\p{L}*|restul articolului|continua(?:ți|ti|rea)? (?:să citiți |lectura|citirea)|citește mai departe)',
    price:
      '(?:abona\\p{L}*|autentific\\p{L}+|conecta\\p{L}*|înregistr\\p{L}+|cumpăra\\p{L}*|achiziționa\\p{L}*|membri\\p{L}*)',
    only: '(?:articol|conținut)\\p{L}*[^.]{0,20}(?:doar|numai|exclusiv)[^.]{0,12}(?:abonaț|membr|utilizator)\\p{L}*',
  },
  {
    whole:
      '(?:πλήρ\\p{L}+ (?:κε[ιί]μ[εέ]ν|[αά]ρθρ)\\p{L}*|υπόλοιπ\\p{L}+ (?:το[υύ] |του )?(?:άρθρ|κειμέν)\\p{L}*|συνεχίσ\\p{L}+ (?:την ανάγνωση|να διαβάζ\\p{L}+))',
    price: '(?:συνδρομ\\p{L}+|συνδεθ\\p{L}+|σύνδεση|εγγρα\\p{L}+|αγορ\\p{L}+|μέλη)',
  },
  {
    whole:
      '(?:toàn văn|(?:toàn bộ|đầy đủ) (?:bài|nội dung|văn bản)\\p{L}*|phần còn lại|(?:đọc|xem) tiếp|tiếp tục đọc)',
    price: '(?:đăng nhập|đăng ký|mua|trả phí|thành viên|thuê bao)',
    only: '(?:bài|nội dung)[^.]{0,20}(?:chỉ dành cho|dành riêng cho) (?:thành viên|người đăng ký|hội viên)',
  },
  {
    whole: '(?:ה?טקסט ה?מלא|ה?מאמר ה?מלא|המשך ה?(?:קריאה|מאמר)|יתרת המאמר|להמשיך לקרוא)',
    price: '(?:מנוי\\p{L}*|להתחבר|התחבר\\p{L}*|כניסה|הירשם|הרשמה|לרכוש|רכיש\\p{L}*|רכש\\p{L}*)',
  },
  {
    whole: '(?:पूरा (?:लेख|पाठ)|पूर्ण पाठ|(?:शेष|बाकी) (?:लेख|भाग|पाठ)|आगे पढ़)\\p{M}*',
    price: '(?:सदस्यता|लॉग ?इन|साइन ?इन|पंजीकरण|ख़?रीद\\p{M}*|सब्सक्राइब)',
  },
  {
    whole: '(?:(?:บทความ|เนื้อหา)(?:ฉบับ)?(?:เต็ม|ทั้งหมด|ส่วนที่เหลือ)|ฉบับเต็ม|อ่านต่อ)',
    price: '(?:เข้าสู่ระบบ|สมัคร(?:สมาชิก)?|สมาชิก|ลงทะเบียน|ซื้อ)',
  },
];

/** Between the two, in one notice. */
const BETWEEN = '.{0,90}?';

/** Words that are written apart begin here. */
const APART = '(?<![\\p{Script=Latin}\\p{Script=Cyrillic}])';

const pairOf = ({ whole, price, only }: Words): string =>
  [`${whole}${BETWEEN}${APART}${price}`, `${price}${BETWEEN}${APART}${whole}`, ...(only ? [only] : [])].join(
    '|',
  );

const REST = WORDS.map((words) => new RegExp(`${APART}(?:${pairOf(words)})`, 'iu'));

/** Said of a text that everybody may read, or of another thing than the text. */
const NOT_WITHHELD =
  /open[ -]access|free (?:of charge|to (?:read|access)|full[ -]text|access)|freely|without (?:an? )?(?:subscription|login|registration)|no (?:subscription|login|registration|account)|newsletter|e-?mail alerts?|reprints?|(?<!if |whether )you have (?:full )?access|libre acceso|acceso abierto|acesso aberto|accès libre|frei zugänglich|открыт\p{L}+ доступ|开放获取|オープンアクセス|오픈 ?액세스/iu;

const MIN_CHARS = 7;
const MAX_WORDS = 45;
const MAX_START = 3;

/**
 * Whether a notice says that the rest of this text, or all of it, needs a subscription, a login, a membership or money:
 * what stands above it is a part, however long. `isInText`: the block stands where the text does, and has to begin so.
 */
export function withholdsRest(text: string, isInText: boolean): boolean {
  if (text.length < MIN_CHARS || countWords(text) > MAX_WORDS || NOT_WITHHELD.test(text)) return false;
  const said = text.replace(/\s+/g, ' ').trim();
  return REST.some((pattern) => {
    const found = pattern.exec(said);
    return found !== null && (!isInText || found.index <= MAX_START);
  });
}
