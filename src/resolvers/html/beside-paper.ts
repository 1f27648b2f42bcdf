import { endsInTitle } from './address-shapes.ts';

/** Names of kinds of files that stand beside papers; as parts of a name they are words of their own. */
const KIND_WORDS: ReadonlySet<string> = new Set(
  `suppl supplement supplements supplementary supplemental supporting supp supinfo appendix appendices annex anexo anhang
  preview sample samples price prices pricelist policy policies terms termsofuse guideline guidelines guide instruction
  instructions slides poster brochure flyer leaflet toc booktoc contents frontmatter backmatter bookbackmatter fmatter
  cover masthead checklist form forms template cv resume licence license agreement consent disclosure coi catalogue
  catalog manual newsletter advert advertising mediakit mediapack kit pack privacy cookie cookies reviewer reviewers
  referee rebuttal readme graphical press prisma consort strobe erratum errata corrigendum transcript infographic factsheet
  questionnaire codebook dataset invoice membership program programme agenda rights permissions subscription abonnement
  abbonamento suscripcion assinatura modulo formulario formulaire formular bestellung agb privacypolicy`.split(
    /\s+/,
  ),
);

/** Parts of names that no title has. */
const KIND_MARKS =
  /moesm\d|mediaobjects|(?:^|[^a-z])mmc\d|[-_]esm(?:[-_.]|$)|supp(?:l|lementary|orting)?[-_. ]?(?:info|material|mat|data|file|text|table|fig)|suppdata|_toc_|booktoc|(?:^|\/)b[fb]m(?::|%3a)|termsofuse|[-_.]fmatter|author[-_ ]?(?:agreement|guideline|instruction|form)|media[-_]?(?:kit|pack)|(?:price|rate)[-_]?(?:list|card)|peer[-_]?review[-_]?file|reporting[-_]?summary|review[-_]?(?:history|report)|decision[-_]letter|copyright[-_](?:form|transfer|agreement)|annual[-_]report|call[-_]for[-_]papers|editorial[-_]board|_reference\.pdf/i;

/** Directories and scripts that hold or give something else than the paper. */
const KIND_FOLDERS =
  /\/(?:suppl(?:ement(?:s|ary|al)?)?|suppl_file|suppdata|supporting|supplementary-?(?:material|files?|information)s?|samples?|first-?pages?|previews?|appendix|slides|eab|product_?flyer|flyers|figures?|tables?|polic(?:y|ies)|guidelines|forms|brochures?|getaccess|purchase|cart|checkout|ppv|subscribe|login|show-?login|sign-?in|sign-?up|register|sso(?:start)?|shibboleth|openathens|auth|order|request-?(?:a-)?copy|request[-_](?:item|doc|document)|stamp|citation|export-?citations?|downloadcitation|showcitformats)(?:\/|$|\?|\.)/i;
/** A supplement to a volume is an issue: `/content/28/suppl_2/i12.full.pdf`. */
const SUPPLEMENT_ISSUE = /\/(?:\d+|vol(?:ume)?[-_]?\d+)\/suppl(?:ement)?(?:[-_]?[\da-z]{1,3})?\//i;
const KIND_QUERY =
  /[?&](?:type=(?:additional|supplement\w*|googlepdf)|format=googlepreviewpdf|rendering=|filename=\d+&|file_type=suppl\w*)/i;

/** More words than this around the name of a kind make a title, not a name. */
const MAX_WORDS_OF_NAME = 2;

/** Words of a file's name that are neither numbers nor short codes. */
const wordsOfName = (name: string): readonly string[] =>
  name
    .replace(/\.\w{2,4}$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length >= 2);

/** Whether a file of this name stands beside the paper; a word of the paper's own title tells nothing. */
export function isNamedBeside(name: string, title: ReadonlySet<string>): boolean {
  if (KIND_MARKS.test(name)) return true;
  const words = wordsOfName(name);
  const [kinds, others] = [
    words.filter((word) => KIND_WORDS.has(word) && !title.has(word)),
    words.filter((word) => !KIND_WORDS.has(word)),
  ];
  if (kinds.length === 0) return TABLE_OR_FIGURE.test(name);
  return others.length <= MAX_WORDS_OF_NAME;
}

/** `T1.pdf`, `table-2.pdf`, `article_S1.pdf`, `Figure3.pdf`. */
const TABLE_OR_FIGURE =
  /(?:^|[-_. ])(?:[tfs]\d{1,2}|(?:table|tbl|figure|fig|file|text|appendix)[-_ ]?s?\d{1,2}[a-z]?)\.pdf$/i;

/** Whether the address says that the file stands beside the paper. */
export function isAddressBeside(url: URL, title: ReadonlySet<string>): boolean {
  const path = decoded(url.pathname);
  const folders = path.slice(0, path.lastIndexOf('/') + 1);
  if (KIND_QUERY.test(url.search)) return true;
  const isTitled = endsInTitle(url);
  if (KIND_FOLDERS.test((isTitled ? folders : path).replace(SUPPLEMENT_ISSUE, '/'))) return true;
  return !isTitled && (KIND_MARKS.test(folders) || isNamedBeside(path.slice(folders.length), title));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Labels of files beside the paper, in the languages of publishers and repositories. */
const KIND_LABELS =
  /supplement|supporting|suplement|zusatzmaterial|appendi[xc]|\bannexe?s?\b|\banexos?\b|\banhang\b|\bfigures?\b|\bfigs?\b\.?|\btables?\b|\btablas?\b|\btabelas?\b|\babbildung|checklist|polic(?:y|ies)\b|política|politique|statistics|statistiken|\bslides?\b|power ?point|\bposter\b|preview|vorschau|first page|look inside|leseprobe|\bsample\b|\bexcerpt|\bextract\b|guidelines?\b|instructions?\b|\bguide\b|directrices|diretrizes|normas (?:de|para)|hinweise|peer[- ]review|review(?:er)? (?:reports?|comments?|history)|referees?\b|decision letter|author response|reporting summary|\bcover\b|(?:front|back) matter|contents\b|inhaltsverzeichnis|sumário|índice|sommaire|editorial board|masthead|\bterms\b|\bagb\b|conditions|^(?:view |show )?references?\b|bibliograph|copyright|consent|disclosure|conflicts? of interest|flyer|brochure|leaflet|catalogu?e|newsletter|annual report|media (?:kit|pack)|rate card|advertis|cookies?\b|privacy|datenschutz|\bforms?\b|formular|template|manual\b|user guide|\bhelp\b|\bfaqs?\b|call for papers|licen[sc]e|agreement|code of (?:conduct|ethics)|\bcv\b|curriculum|résumé|citations?\b|bib ?tex|\bris\b|endnote|purchase|\bbuy\b|^order\b|order (?:form|reprints?|online)|reprints?\b|\brent\b|\bprices?\b|subscri|add to (?:cart|basket)|\bcart\b|get access|request|\bshop\b|(?:full|whole|entire|complete|this) (?:issue|volume|book|journal)|download issue|issue pdf|ganzes heft|gesamtes heft|número completo|numéro complet|edição completa|press release|graphical abstract|metadata|usage|abstracts? book|book of abstracts|\bprogram(?:me)?\b|(?:adobe|acrobat|semantic|pdf) reader|^(?:download |view |get )?(?:the )?abstract(?: \(?pdf\)?)?$|\berrat(?:um|a)\b|corrigend|\bcorrection|retract|addendum|transcript|infographic|fact ?sheet|(?:policy|research) brief|executive summary|(?:lay|plain[- ]language|video|visual) (?:summary|abstract)|highlights|read ?me|codebook|questionnaire|data ?sets?\b|data sharing|(?:study|trial) protocol|analysis plan|source code|software|aims (?:and|&) scope|\b(?:hide|close)\b|^rights\b|permissions?\b|abbonament|abonnement|abonnieren|abonn(?:ez|é)|suscripci|suscr[ií]b|assinatura|подписк|подписат|订阅|訂閱|購読|구독|\bmodulo\b|formulai?r|formulár|бланк|заявк|申请表|申請表|申込|신청서|norme (?:editoriali|redazionali|per)|istruzioni|\bguid[ae]\b|\bguías?\b|\bguias?\b|instrucciones|instruções|consignes|leitfaden|merkblatt|anleitung|richtlinien?\b|wytyczne|instrukcj|руководств|инструкци|指南|须知|須知|手引|ガイド|안내|지침|правила|投稿|稿约|版权|版權|著作权|執筆要領|투고|informativa|condizioni|datenschutz|nutzungsbedingungen|隐私|隱私|條款|条款|プライバシー|利用規約|개인정보/i;

/** The whole text, whatever else is named beside it; not what is sold, nor the issue around it. */
const WHOLE_TEXT = /\bfull[- ]?(?:text|article|paper)\b|\b(?:article|main text) pdf\b/i;
const NOT_TO_BE_HAD =
  /purchase|\bbuy\b|\brent\b|access|subscri|request|cart\b|issue|supplement|supporting|statistics|usage/i;

/** Labels of more words than these are titles, unless they begin with the kind. */
const MAX_WORDS_OF_LABEL = 6;
const FIRST_WORDS = 3;

/** Whether the words of a link say that it gives something else than the paper. */
export function isLabelledBeside(label: string, title: ReadonlySet<string>): boolean {
  if (WHOLE_TEXT.test(label) && !NOT_TO_BE_HAD.test(label)) return false;
  const words = label.split(/\s+/).filter(Boolean);
  const judged = words.length > MAX_WORDS_OF_LABEL ? words.slice(0, FIRST_WORDS).join(' ') : label;
  const match = KIND_LABELS.exec(judged)?.[0].toLowerCase();
  if (match === undefined) return false;
  return !match.split(/[^\p{L}]+/u).every((word) => title.has(word)) || words.length <= 2;
}
