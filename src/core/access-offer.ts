import { countWords } from './count-words.ts';
import { withholdsRest } from './rest-withheld.ts';

const offer = (...words: readonly string[]): RegExp =>
  new RegExp(`^[^\\p{L}]*(?:${words.join('|')})(?![\\p{Script=Latin}\\p{Script=Cyrillic}])`, 'iu');

/** What only pages say that withhold the text: a button, a heading or the first words of a notice. */
const WITHHELD = offer(
  '(?:purchase|buy|rent)(?: (?:the|this|an?|single|full|individual|instant|digital|online|one|a single|full[ -]text))*(?: (?:article|paper|chapter|pdf|access|document|full text|content))',
  '(?:purchase|buy|rent) (?:now|online|options|from|single)|(?:purchase|rent|buy)[^\\p{L}]*$',
  '(?:rent|read) (?:this )?(?:article )?(?:via|from|with|on|at) deepdyve|pay[ -]per[ -](?:view|article|download)|instant access|price (?:includes|excludes|excl|incl)|institutional subscriptions?(?: required| only)?[^\\p{L}]*$|subscribe and save|subscription options|(?:log|sign) ?in or (?:purchase|subscribe|buy|get access)',
  '(?:48|24|72)[ -]?hours? (?:online )?(?:access|rental)',
  'access through your (?:institution|organi[sz]ation|library|login)',
  '(?:log|sign) ?in (?:via|through|with) (?:an|your) (?:institution|organi[sz]ation|library)',
  'check access(?: to the full text)?',
  '(?:this|the following|below) is (?:an? )?(?:excerpt|extract|preview|the first page|a limited preview)',
  '(?:this is )?a preview of (?:the )?(?:subscription|journal|article|content|this)',
  '(?:get|gain|request) (?:full )?(?:access|text access)(?: to (?:the|this) (?:full|article|content|paper).{0,40})?(?: (?:through|via|with) .{3,40})?[^\\p{L}]*$',
  'get (?:full )?access to (?:the|this) ',
  '(?:view |see |more )?access options',
  'access (?:this|the full|the) (?:article|chapter|document|paper|content|text|full text)[^\\p{L}]*$',
  'access (?:this|the) (?:article|chapter|document|paper|content) (?:via|through|with|by|for)',
  '(?:you|your institution) (?:do|does) not (?:currently |appear to )?have (?:full )?(?:access|a subscription)',
  "you don['’]t (?:currently )?have access",
  '(?:please |you must |you need to |you have to |register or |kindly )*(?:log|sign) ?in (?:or [\\p{L} ]{3,20} )?(?:to|for) (?:continue|(?:read|access|view|unlock|see|get)? ?(?:the |this )?(?:full|article|paper|rest|complete|content|document|chapter|more))',
  'subscribe (?:now )?to (?:read|access|view|continue|unlock)|(?:a )?subscription (?:is )?required|(?:for )?(?:subscribers|members) only',
  '(?:full[ -]text|full article|article|content|the full text) (?:access )?(?:is |are )?(?:only )?(?:available (?:only )?(?:to|for|with)|restricted to|limited to|requires?|reserved for) (?:an? )?(?:subscri|institution|member|purchase|registered|paid|paying)\\p{L}*',
  '(?:to|want to|would you like to) (?:continue|keep) reading|(?:want|would you like) to read (?:the|this)',
  'to (?:read|access|view) (?:the |this )?(?:full|rest|complete|entire)[^.]{0,80}(?:subscri|purchase|log ?in|sign ?in|institution|buy|rent)\\p{L}*',
  '(?:the )?(?:remainder|rest|full text) of (?:this|the) (?:article|paper|chapter|content)[^.]{0,60}(?:subscri|purchase|log ?in|sign ?in|available)\\p{L}*',
  '(?:continue|keep) reading (?:with|by|after)',
  'unlock (?:this|the|full)',
  '(?:sign|log) ?in to continue(?: reading)?|continue reading[^\\p{L}]*$|subscribe(?: now| today)? (?:for|to get) (?:full )?access|view purchase options|buy (?:print|digital|a (?:digital )?copy|instant)|already a (?:subscriber|member)',
  '(?:read|view) (?:this article|the full (?:article|text)) (?:with|via|through) (?:a |an |your )?(?:subscri|institution|free trial|membership)\\p{L}*',
  '(?:restricted access|no access|access denied|institutional access required|paywall)[^\\p{L}]*$',
  '(?:add|added) to (?:cart|basket|bag)|in den (?:warenkorb|einkaufswagen)|ajouter au panier|(?:añadir|agregar) al carrito|adicionar ao carrinho|aggiungi al carrello|(?:добавить )?в корзину|加入(?:购物车|購物車)|カートに(?:入れる|追加)|장바구니|dodaj do koszyka|sepete ekle',
  // German, French
  '(?:artikel|beitrag|pdf|kapitel|zugang|einzelartikel) (?:kaufen|erwerben|leihen|mieten)|(?:jetzt )?(?:kaufen|erwerben)[^\\p{L}]*$|zugang über (?:ihre|eine) (?:institution|einrichtung|bibliothek)|zugriffsoptionen|zugang erhalten|(?:dies ist )?eine vorschau|sie haben keinen zugr?[ia]\\p{L}+|weiterlesen mit|(?:bitte )?(?:melden sie sich an|loggen sie sich ein),? um (?:den|diesen)|volltext nur für|nur für abonnent',
  "acheter (?:l['’]|cet |le |ce |un )?(?:article|pdf|accès|document|chapitre)|accès (?:via|par) votre (?:institution|établissement)|accéder (?:à|via) (?:cet article|votre|une) |(?:vous n['’]avez|n['’]avez) pas (?:actuellement )?accès|options d['’]accès|ceci est un (?:extrait|aperçu)|(?:cet )?article (?:est )?(?:réservé|en accès restreint|payant)|réservé aux abonnés|connectez-vous pour (?:lire|accéder|consulter)|il (?:vous )?reste \\d+ ?%",
  // Spanish, Portuguese, Italian
  "comprar? (?:el |este |o |esse |un )?(?:artículo|artigo|pdf|acceso|acesso|documento|capítulo)|acc?es[so]o? (?:a través de|através d[ae]|tramite|mediante) (?:su|sua|tu|la tua|la) (?:institu|istitu|biblio)\\p{L}*|opciones de acceso|opções de acesso|opzioni di accesso|(?:usted )?no tiene acceso|você não tem acesso|non hai accesso|(?:inicie sesión|faça login|accedi|effettua il login) para? (?:leer|ler|leggere|acceder|acessar|ver)|solo (?:para )?suscriptores|(?:somente|apenas) (?:para )?assinantes|solo per abbonati|(?:acquista|compra) (?:l['’]|il |questo )?(?:articolo|pdf|accesso|documento)|esta es una vista previa|esta é uma (?:prévia|pré-visualização)|questa è un['’]anteprima|suscríbase para|assine para|abbonati per",
  // Russian, Polish, Turkish, Indonesian
  '(?:купить|приобрести|арендовать) (?:эту |полный |доступ|статью|pdf|полнотекст)|доступ (?:через|для) (?:вашу|ваше|подписчик|организац|учрежден)\\p{L}*|получить (?:полный )?доступ|у вас нет доступа|войдите,? чтобы (?:читать|прочитать|получить)|только для подписчиков|варианты доступа|(?:это )?предварительный просмотр|kup (?:artykuł|dostęp|pdf)|dostęp (?:przez|dla) (?:instytucj|subskrybent)\\p{L}*|nie masz dostępu|makaleyi satın al|kurumunuz aracılığıyla|erişim (?:seçenekleri|sağlayın)|beli artikel|akses melalui institusi',
  // Chinese, Japanese, Korean
  '(?:购买|購買|订购|訂購)(?:本文|全文|文章|论文|pdf|单篇|此文)|(?:通过|透過|經由)(?:您的)?(?:机构|機構|所在机构).{0,4}(?:访问|登录|存取|登入)|机构(?:登录|访问)(?:后)?(?:查看|阅读|获取|全文)|(?:获取|查看)(?:全文|访问权限)(?:权限|选项)?|(?:请)?(?:登录|登入)(?:后|以)(?:查看|阅读|下载|获取)全文|您(?:没有|無|无).{0,6}(?:访问|权限|权|存取)|(?:仅|僅)(?:限|供)(?:订阅|會員|会员|用户)|(?:全文|本文)(?:需要|须)(?:购买|订阅|付费|登录)|付费(?:阅读|下载|全文)|试读|预览结束|访问选项',
  '(?:この)?(?:論文|記事|全文|PDF|本文)(?:を|の)(?:購入|レンタル)|購入(?:する|はこちら)|(?:所属|ご所属の)?(?:機関|大学).{0,6}(?:経由|からアクセス)|アクセス(?:オプション|権がありません)|(?:全文|本文|続き)を(?:読む|閲覧する)には|会員(?:限定|のみ)|有料(?:記事|会員|コンテンツ)|購読者(?:限定|のみ)|プレビュー版',
  '(?:논문|원문|전문|pdf|본문)\\s?(?:을|를)?\\s?(?:구매|구입|대여)|기관(?:을|를)? ?(?:통해|통한) ?(?:접속|액세스|접근|이용)|(?:전문|원문|본문)(?:을|를)? ?(?:보려면|보시려면|이용하시려면)|구독자 ?전용|회원 ?전용|접근 ?권한이 ?없|액세스 ?옵션|유료 ?(?:논문|기사|콘텐츠)|미리 ?보기(?: ?입니다)?[^\\p{L}]*$',
);

/** Sentences in the middle of a notice. */
const NOTICE =
  /(?:access through your institution|(?:log|sign) ?in\b[^.]{0,40} to (?:access|read|view) (?:the |this )?(?:full|complete|entire)|you do not (?:currently )?have access to (?:this|the) (?:article|content|chapter|full)|to read the full(?:[ -]text| article| version)[^.]{0,60}(?:subscri|purchase|log ?in|sign ?in)|get access to the full version of this (?:article|content)|(?:unlimited|instant) access to the full article|does not (?:currently )?have a subscription)/iu;

/** Pages that show a part say so; no page with the whole text has these words where headings and notices stand. */
const PART =
  /^[^\p{L}]*(?:section snippets|article preview|(?:this is )?a? ?preview of (?:the )?subscription content|(?:dies ist )?eine vorschau auf abonnement)|preview of subscription content|extract of the (?:first|opening) (?:page|paragraph|section)s?|an extract is not available|(?:since an )?abstract is not available for this content|this (?:content|article) is only available (?:as a|in) pdf|(?:full text|full article) (?:is )?available only in pdf|first[ -]page of (?:the|this) article|provisionally accepted[^\p{L}]*$|the final,? (?:formatted |typeset |edited |revised )*version of (?:the|this) (?:article|paper|manuscript) will be published|in lieu of an abstract|here is (?:a brief|an) excerpt|(?:the )?first (?:page|paragraph|\d+ words) of (?:this|the) (?:article|paper|chapter|text|full text) (?:is|are|appears?)|^[^\p{L}]*(?:first[ -]page (?:preview|image)|article excerpt|free preview|limited preview)/iu;

const MAX_NOTICE = 400;
const MAX_OFFER_WORDS = 30;

export interface AccessOffer {
  readonly said: string;
  /** The page says that what it shows is a part. */
  readonly isPart: boolean;
  /** The article itself is for sale, in so many words. */
  readonly isForSale: boolean;
}

/** Not of a mere login: readers without one are told what the article costs them, or that they may not have it. */
const FOR_SALE =
  /purchase|\bbuy\b|\brent\b|pay[ -]per|price|subscri|access through your institution|get (?:full )?(?:text )?access|access options|(?:do|does)(?: not|n[’']t) (?:currently )?have access|\d+[ -]?hours?|continue|unlock|reste \d|cart|basket|kaufen|erwerben|warenkorb|zugriff|zugang|achet|panier|accès|abonn|compra|carrito|carrinho|acces[so]o?|acquist|carrello|suscri|assin|куп|приобр|доступ|корзин|подпис|kup |satın|beli |购买|購買|购物车|订阅|付费|购|購入|有料|会員|購読|구매|구입|구독|유료/iu;

/** The first words of a paragraph; what stands further in is a sentence of it. */
const MAX_START = 3;
const QUOTED = /^\s*["“„«‘'「『《]/u;

/** Whether the words that a pattern finds stand as a notice, not in the middle of a paragraph of the text or as a quotation. */
function standsIn(text: string, pattern: RegExp, isProse: boolean): boolean {
  const found = pattern.exec(text);
  return found !== null && (!isProse || found.index <= MAX_START);
}

const isNotice = (text: string): boolean => text.length <= MAX_NOTICE;

/**
 * The words with which a block of the page offers the text for money or a login, if it does. `isInText`: the block stands
 * where the text does. A paper about paywalls has the same words in its sentences.
 */
export function accessOffer(text: string, isInText = false): AccessOffer | undefined {
  const start = text.trim().slice(0, MAX_NOTICE);
  if (isInText && QUOTED.test(start)) return undefined;
  const isShort = text.length <= MAX_NOTICE && countWords(start) <= MAX_OFFER_WORDS;
  const isProse = isInText && !isShort;
  const isPart = standsIn(start, PART, isProse) || (isNotice(text) && withholdsRest(start, isInText));
  if (!isPart && !(isShort && WITHHELD.test(start)) && !standsIn(start, NOTICE, isProse)) return undefined;
  return { said: start.replace(/\s+/g, ' ').slice(0, 60), isPart, isForSale: FOR_SALE.test(start) };
}
