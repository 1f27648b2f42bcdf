/**
 * What documents call themselves that are not the work but come with it or speak of it. `supplement`: material beside it;
 * `notice`: a correction, a retraction; `response`: a reply, a comment, a review, which may well be the work that is
 * wanted, as may a `protocol`; `other`: files of the process and of the issue that are nobody's paper.
 */
export type MarkClass = 'supplement' | 'notice' | 'protocol' | 'response' | 'other';

/** Fragments of regular expressions; each is one name, in the languages most papers are written in. */
const NAMES: Readonly<Record<MarkClass, readonly string[]>> = {
  supplement: [
    // English
    '(?:electronic |online |digital |web |data |internet |(?:web|online)-based )?suppl(?:\\.|ement(?:ary|al|ing|s)?)(?:[ -]online)?(?:[ -]only)? ?(?:information|materials?|data(?:sets?)?|append(?:ix|ices)|texts?|files?|figures?|figs?\\.?|tables?|methods|notes?|results|discussion|contents?|videos?|movies?|sections?|documents?|references|analys[ei]s|experimental procedures|protocol|legends|digital content|component)',
    'supplements?(?= ?(?:to|of|for|:|$|\\d| [a-z]$))',
    '(?:web |online |(?:web|online)-based |electronic )?supporting (?:online )?(?:information|materials?|texts?|data|files?|figures|tables|append(?:ix|ices)|methods|documents?)',
    '(?:web|online|on-line|electronic|internet|technical|statistical|methodological|mathematical|external|additional|si|data)[ -](?:only )?(?:append(?:ix|ices)|supplements?|annex(?:es)?|extras?|resources? \\d+)',
    '(?:intended )?for (?:online|web|electronic) publication(?: only)?(?= ?(?:$|[:.]|append))|not for publication(?= ?(?:$|[:.]|append))',
    'append(?:ix|ices)(?= ?(?:[:.–—-]|$|(?:to|for|of)\\b|[a-z]?\\d|[a-z]\\b))',
    'annex(?:es)?(?= ?(?:[:.]|$|(?:to|for|of)\\b|\\d|[a-z]\\b))',
    'e-?(?:appendix|supplement|methods|tables?|figures?|text)\\b',
    'si (?:text|guide|appendix)|esi\\b(?= ?$)|esm ?\\d*(?= ?$)|mmc ?\\d+',
    'additional (?:files?|data|materials?|information|methods|online material)(?= ?(?:\\d|[:.]|$|(?:to|for|of)\\b))',
    '(?:multimedia|supplementary|media) (?:components?|append(?:ix|ices)|files?) ?\\d*',
    '(?:data|datasets?|texts?|files?|tables?|fig(?:ure|\\.)?|append(?:ix|ices)|movies?|videos?|protocol|notes?|methods|scheme|section) ?s-?\\d+',
    's\\d+ (?:texts?|files?|tables?|fig(?:ure|\\.)?|append(?:ix|ices)|data(?:set)?|protocol|methods|notes?|checklist|movie|video|audio)',
    'extended data(?: (?:fig(?:ure|\\.)?|table))?(?= ?(?:\\d|$|(?:to|for|of)\\b))|source data(?= ?(?:$|for\\b|fig))|ancillary (?:files?|material)',
    // German, French, Italian
    '(?:elektronische[sn]? )?(?:ergänzende[sn]?|zusätzliche[sn]?) (?:materiali?e?n?|informationen|daten|dateien?|angaben)|(?:online-?)?zusatzmaterial(?:ien)?|zusatzdatei|(?:online-?)?anhang|onlinesupplement',
    '(?:mat[ée]riel|informations?|donn[ée]es|fichiers?|contenu|documents?) (?:[ée]lectronique )?(?:suppl[ée]mentaires?|compl[ée]mentaires?|additionnel(?:le)?s?)|annexes?(?: [ée]lectroniques?| en ligne)?(?= ?(?:[:.]|$|[a-z\\d]\\b|à |de ))|suppl[ée]ment(?= (?:à|de|au|du) )',
    '(?:materiali?e?|informazioni|dati|file) (?:supplementar[ei]|integrativ[oi]|aggiuntiv[oi]|di supporto)|appendice(?= ?(?:[:.]|$|[a-z\\d]\\b|a |di ))|allegat[oi]',
    // Spanish, Portuguese
    '(?:materia(?:l|is|les)|informaci[óo]n|informaç(?:ão|ões)|datos|dados|archivos?|arquivos?|contenido|conteúdo|documentos?) (?:electrónic[oa] )?(?:suplementari[oa]s?|complementari[oa]s?|suplementar(?:es)?|complementar(?:es)?|adicion(?:al|ales|ais)|de apoyo|de apoio)|(?:anexos?|ap[ée]ndices?|ap[êe]ndices?)(?: (?:en línea|electrónicos?|online))?(?= ?(?:[:.]|$|[a-z\\d]\\b|de |a |do |al ))|suplemento(?= (?:de|al?|do|ao|para) |:|$)',
    // Russian, Ukrainian, Polish, Turkish, Greek, Indonesian
    '(?:электронн\\p{L}+ )?(?:дополнительн|вспомогательн|сопроводительн|додатков)\\p{L}+ (?:материал\\p{L}*|матеріал\\p{L}*|информаци\\p{L}*|данн\\p{L}*|файл\\p{L}*)|приложени[ея]|додат(?:ок|ки)(?= ?(?:$|\\d|[:.]))',
    '(?:materia[łl]y?|informacje|dane|pliki?) (?:dodatkowe|uzupe[łl]niaj[ąa]ce)|za[łl][ąa]cznik|aneks|ek (?:materyal|dosya|bilgi|veri)(?:ler)?|tamamlayıcı (?:materyal|bilgi)|συμπληρωματικ\\p{L}+ \\p{L}+|παράρτημα|(?:materi|bahan|informasi|data|berkas) (?:tambahan|pelengkap|pendukung)|lampiran',
    // Chinese, Japanese, Korean
    '(?:电子|在线|網上|電子|線上)?(?:补充|補充|附加|辅助|輔助|支持|支撑|支撐)(?:性)?(?:材料|信息|資訊|资料|資料|数据|數據|文件|附录|附錄|图表|图|表|方法|说明)|(?:在线|網上|网络)?附(?:录|錄|件|表)',
    '(?:電子|オンライン)?(?:補足|補助|付属|追加|補遺|参考)(?:資料|情報|材料|データ|ファイル|図|表)|(?:電子|オンライン)?[付附]録|サポーティング ?インフォメーション|サポート情報|サプリメント',
    '(?:전자 ?|온라인 ?)?(?:보충|보조|추가|부가|지원) ?(?:자료|정보|데이터|파일|그림|표)|(?:온라인 ?)?부록',
    // Arabic, Urdu, Hindi, Bengali
    '(?:ال)?(?:مواد|معلومات|بيانات|ملفات|مادة|ملف) (?:ال)?(?:تكميلية|داعمة|[إا]ضافية|مساندة|تكميلي|[إا]ضافي)|(?:ال)?ملحق(?:ات)?|(?:ال)?ملاحق|ضمیمہ|اضافی مواد',
    '(?:पूरक|अनुपूरक|अतिरिक्त|सहायक) (?:सामग्री|जानकारी|डेटा|सूचना|फ़ाइल|फाइल|आँकड़े)|परिशिष्ट|(?:সম্পূরক|অতিরিক্ত|সহায়ক) (?:উপাদান|তথ্য|সামগ্রী|ফাইল)|পরিশিষ্ট',
  ],
  notice: [
    "(?:(?:author|publisher|editorial|editor)(?:'s|’s)? )?(?:corrections?|corrigend(?:um|a)|errat(?:um|a)|addend(?:um|a)|amendments?)(?: notice)?",
    '(?:notice of |statement of )?(?:partial )?(?:retraction|withdrawal|removal|concern)(?: (?:note|notice|statement|watch))?(?= ?(?:[:.–—-]|$|(?:to|of:|for|in)(?![\\p{L}])))|(?:notice of|statement of) (?:retraction|withdrawal|correction|removal|redundant publication|duplicate publication)',
    '(?:editorial )?expressions? of (?:editorial )?concern|(?:temporary )?removal(?= ?(?:notice|:|$))|withdrawn(?= ?(?::|$))',
    'berichtigung(?:en)?|korrigendum|korrektur(?= ?(?:zu|:|$))|rücknahme|widerruf|rectificatif|r[ée]tractation|avis de r[ée]tractation|errata corrige|rettifica|ritrattazione',
    'fe de erratas?|correcci[óo]n(?:es)?(?= ?(?:a|de|al|:|$))|rectificaci[óo]n|retractaci[óo]n|nota de retractaci[óo]n|correç(?:ão|ões)(?= ?(?:a|de|do|:|$))|retratação|nota de retratação|corrigenda',
    'исправлени[ея]|опечатк[аи]|поправк[аи]|ретракция|отзыв статьи|уведомление об отзыве|sprostowanie|errata|wycofanie|düzeltme|geri çekme|διόρθωση|ανάκληση|ralat',
    '更正(?:启事|声明|說明|说明)?|勘误(?:表|声明)?|勘誤(?:表)?|撤稿(?:声明|通知|聲明|公告)?|撤回(?:声明|通知|公告)?|関心表明|訂正(?:記事|のお知らせ)?|正誤表|取り下げ|論文撤回|정정(?: ?(?:공고|문|기사))?|정오표|(?:논문 ?)?철회(?: ?(?:공지|통지|공고))?',
    'تصحيح|تصويب|استدراك|(?:إشعار )?سحب(?: ?(?:المقال|البحث|الورقة))?|تراجع عن|शुद्धिपत्र|शुद्धि-पत्र|भूल-सुधार|(?:वापसी|प्रत्याहरण)(?: सूचना)?|সংশোধনী|প্রত্যাহার',
  ],
  other: [
    "transparent peer[ -]review|peer[ -]review(?:er)? (?:files?|reports?|history|information|comments|documents?)|review(?:er)?s?['’]? (?:comments|reports?|history)|(?:reviewer|referee) ?#? ?\\d|referees?['’]? (?:comments|reports?)|response to (?:the )?(?:reviewers|referees)|decision letter|author(?:s['’]?|['’]s)? responses? to review",
    '(?:nature (?:research|portfolio) ?\\|? ?)?reporting summary|life sciences reporting|(?:consort|prisma|strobe|arrive|reporting|author|care|tripod|spirit)(?: 20\\d\\d)? checklist|declaration of (?:competing )?interests?(?= ?$)|icmje|disclosure form',
    '(?:table of )?contents(?= ?(?:$|:|page))|(?:front|back|prelim\\p{L}*) ?matter|editorial board|issue information|list of (?:contributors|participants|reviewers)|author index|subject index|inhaltsverzeichnis|inhalt(?= ?$)|table des mati[èe]res|sommaire|[íi]ndice(?= ?$)|sum[áa]rio(?= ?$)|sommario|содержание|оглавление|目录|目錄|目次|목차|فهرس(?: المحتويات)?|المحتويات|विषय[- ]सूची',
    '(?:the )?(?:books? of abstracts?|abstracts? books?|conference abstracts|programme? (?:and|&) abstracts?|abstracts of (?:papers|the)|meeting abstracts|collected abstracts)|tagungsband|livre des r[ée]sum[ée]s|libro de res[úu]menes|livro de resumos|сборник тезисов|论文摘要集|摘要集|講演要旨集|초록집',
    'graphical abstract|visual abstract|table of contents (?:graphic|entry|image)|toc (?:graphic|entry)|highlights(?= ?$)|图文摘要|图形摘要|グラフィカル ?アブストラクト',
    // What is made of a paper for readers, pupils, offices and meetings.
    "faculty opinions?(?= ?(?:$|:|recommend))|f1000 ?prime(?= ?(?:$|:|recommend))|teaching (?:notes?|guide|materials?)(?= ?(?:$|:|for |to ))|(?:study|reading|discussion|instructor(?:['’]?s)?|teacher(?:['’]?s)?) (?:guide|questions|manual)(?= ?(?:$|:|for |to ))|pre-?registration(?: (?:form|document|plan))?(?= ?(?:$|:|for |of ))|(?:conference|meeting|scientific|symposium|workshop|congress|preliminary|final) programme?(?= ?(?:$|:))|item record(?= ?(?:$|:))|author query form|author queries(?= ?(?:$|:))",
    '(?:united states|european|us|u\\.s\\.|international|world|chinese|german|japanese) patent(?: application)?(?: (?:publication|specification|office))?|patent (?:application|specification|no\\.?|number)(?= ?(?:$|:|publication|[a-z]{0,2} ?\\d))|patentschrift|offenlegungsschrift|brevet d.invention|patente de invenci[óo]n|описание изобретения|特許公報|公開特許公報|发明专利|专利说明书|특허공보',
    'statistical (?:and epidemiological )?analysis plan|sap(?= (?:version|v\\d))',
    'posters?(?= ?(?:$|:|session|presentation|presented|no\\.?|number|#|[a-z]{0,2}[-.]?\\d|abstract))|(?:lecture |presentation |conference |talk )?slides(?= ?(?:$|:|for |of |from ))|slide (?:deck|presentation|1\\b)|(?:oral |conference |invited )presentation(?= ?(?:$|:|at |slides))|(?:press|media|news) release|for immediate release|embargoed (?:until|for)|(?:press|media) contacts?(?= ?(?:$|:))|pressemitteilung|communiqué de presse|(?:nota|comunicado) de prensa|comunicado de imprensa|пресс-релиз|新闻稿|プレスリリース|보도자료|title page(?= ?$)|code ?book(?= ?$)|survey (?:instrument|questionnaire)(?= ?$)|questionnaire(?= ?$)|plain[- ]language summary|lay summary|cover letter|fact ?sheet|author biograph\\p{L}+|data ?sheet(?= ?\\d| ?$)|folien(?= ?$)|diapositiv[ae]s?|presentación(?= ?$)|幻灯片|海报|スライド|ポスター(?:発表)?',
  ],
  protocol: [
    '(?:clinical |trial |study |research |full |original |final )*(?:trial|study|research|clinical|original|final|investigation\\p{L}*) (?:trial )?protocol(?= ?(?:$|[:,.(]|version|no|number|title|v\\d|for |of |amendment|and ))|protocol(?= (?:version|number|no\\.?|id|title|amendment|synopsis|and statistical)| ?[:#]| ?$)|studienprotokoll|protocole (?:de l.)?étude|protocolo (?:de |del )?(?:estudio|estudo|ensayo)',
  ],
  response: [
    "(?:a |the |invited |brief )?comments?(?= ?(?:on|to|:|$))|(?:invited |editorial )?commentary|(?:the )?(?:authors?['’]?s? )?(?:in )?(?:repl(?:y|ies)|responses?|rejoinder)(?= ?(?:to|by|from|of|:|$))|(?:a )?(?:reply|rejoinder)",
    '(?:guest |invited )?editorial(?= ?(?:$|:|on |comment))|letters? to the editor|discussion(?= (?:of|on)\\b)|re: ?|(?:book|media|film) reviews?|review of|essay review|reviewed work|viewpoint on|news (?:and|&) views|news(?= ?$)|research highlights?(?= ?$)',
    'kommentar(?= ?(?:zu|:|$))|erwiderung|antwort(?= ?(?:auf|:|$))|buchbesprechung(?:en)?|rezension(?:en)?|commentaires?(?= ?(?:sur|de|:|$))|r[ée]ponse(?= ?(?:à|au|de|:|$))|comptes? rendus?|recensions?|commento(?= ?(?:a|su|:|$))|risposta(?= ?(?:a|:|$))|recensione',
    'comentarios?(?= ?(?:a|al|sobre|de|:|$))|respuesta(?= ?(?:a|al|de|:|$))|r[ée]plica(?= ?(?:a|al|:|$))|reseñas?|coment[áa]rios?(?= ?(?:a|ao|sobre|de|:|$))|resposta(?= ?(?:a|ao|de|:|$))|resenhas?',
    'комментари[ий](?= ?(?:к|на|:|$))|ответ(?= ?(?:на|:|$))|рецензия|отзыв(?= ?(?:на|о|:|$))|recenzja|komentarz|yorum(?= ?$)|kitap incelemesi',
    '评论|評論|书评|書評|回复|答复|回應|回应|编者按|社论|コメント|論評|返答|回答|논평|서평|답변|회신|تعليق(?= على|:|$)|رد(?= على|:|$)|مراجعة كتاب|टिप्पणी|उत्तर(?= ?(?::|$))|पुस्तक समीक्षा',
  ],
};

const CLASSES = Object.keys(NAMES) as MarkClass[];
const END = '(?![\\p{L}\\p{N}])';
/** Of scripts without word spaces nothing needs to follow. */
const DENSE = '(?<=[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}])';
const PATTERNS = CLASSES.map(
  (one) =>
    [
      one,
      new RegExp(`^(?:[^\\p{L}\\p{N}]|\\d{1,2}[.)] )*(${NAMES[one].join('|')})(?:${END}|${DENSE})`, 'iu'),
    ] as const,
);

/** Goes on with a sentence: an offer, not a heading. */
const SENTENCE =
  /^[\s,)]*(?:\([^()]{1,30}\)\s*)?(?:is|are|was|were|has|have|available|can be|may be|for this (?:article|paper|work) (?:is|are|can)|associated|accompan|provided|contains?|includes?|linked|online at|the |we |this |which|and )/i;
/** Leads on to the title of the work it is about. */
const LINK =
  /^[\s.\d]*(?:[:–—]\s*$|[:–—“"«„]|(?:to|for|of|on|about|accompanying|zu[rm]?|auf|für|à|au|de[l]?|du|sur|pour|a|al|ao|do|da|para|sobre|di|su|per|к|на|для|o|do)(?:\s|:|$)|على|إلى|ل|के लिए|का)/iu;
const MAX_LINE = 200;

export interface Mark {
  readonly name: string;
  readonly of: MarkClass;
  /** "Erratum to:", "Supplement of": what follows is the title of another work. */
  readonly isLinked: boolean;
}

/** The mark a line begins with. */
export function markOf(line: string): Mark | undefined {
  const start = line.slice(0, MAX_LINE).replace(/\s+/g, ' ');
  for (const [of, pattern] of PATTERNS) {
    const [whole = '', name] = pattern.exec(start) ?? [];
    if (name === undefined) continue;
    const rest = start.slice(whole.length);
    if (SENTENCE.test(rest)) return undefined;
    return { name: name.trim().toLowerCase(), of, isLinked: LINK.test(rest) };
  }
  return undefined;
}

/** Whether the mark is the whole of the line, but for what it leads on to, a number, a journal's name. */
export function isHeading(line: string, { name }: Mark): boolean {
  const rest = line.trim().toLowerCase().replace(/\s+/g, ' ').split(name).slice(1).join(' ');
  return (rest.match(/[\p{L}]+/gu)?.length ?? 0) <= 6;
}
