/**
 * What a heading says its section is. `body` may hold the article's own text, `named` is a body section by one of the names
 * that articles use; everything else stands beside the text: on abstract pages, too.
 */
export type SectionKind = 'abstract' | 'references' | 'beside' | 'named' | 'body';

const heading = (...words: readonly string[]): RegExp =>
  new RegExp(
    `^(?:[^\\p{L}\\p{N}]*|[\\divxIVX.\\s()]{1,12}[.):\\s–—-]+|[\\d.．、\\s]+)(?:${words.join('|')})[^\\p{L}]*$`,
    'iu',
  );

const ABSTRACT = heading(
  '(?:(?:structured|graphical|visual|extended|short|original|english|the|article|paper) )?abstracts?(?: (?:of|and) .{3,40})?',
  "summary|synopsis|(?:article )?highlights|(?:plain|lay)[ -]language summary|lay (?:summary|abstract)|(?:e-?life )?digest|author summary|editors?['’]?s?['’]? summary|key ?(?:points|messages?)|significance(?: statement)?|at a glance|in brief|tl;?dr|description|extracts?|excerpts?|first (?:page|paragraphs?|lines?|words)|opening (?:page|paragraphs?|lines?)|editors?['’]?s?['’]? (?:note|choice|pick)|why (?:it|this) matters|(?:article |first[ -]page |content )?preview",
  'premières lignes|auszug|leseprobe|extracto|trecho|estratto|fragment|отрывок|фрагмент|节选|節選|抜粋|발췌',
  'zusammenfassung|kurzfassung|überblick|r[ée]sum[ée]|resumen|resumo|riassunto|sommario|sinossi|abstrakt|streszczenie|özet|öz|abstrak|ringkasan|аннотация|реферат|резюме',
  '(?:中文|英文|内容|內容)?摘\\s*要|提要|要\\s*旨|抄\\s*録|概\\s*要|あらまし|(?:국문|영문)?\\s*초\\s*록|요\\s*약|요\\s*지|บทคัดย่อ',
);

const REFERENCES = heading(
  '(?:selected |cited |key |further |additional )?(?:references?|bibliography|literature(?: cited)?|works cited|reference list|list of references|(?:end|foot)?notes|sources)(?: (?:and|&|/) (?:further )?(?:notes|references|bibliography|reading|recommended reading|links))?(?: cited)?(?: (?:in|for|of) th.{3,30})?',
  '(?:literatur|literaturverzeichnis|quellen|anmerkungen|fu(?:ß|ss)noten)',
  '(?:r[ée]f[ée]rences?(?: bibliographiques)?|bibliographie|notes)',
  '(?:referencias?|refer[êe]ncias?)(?: bibliogr[áa]ficas?)?|bibliograf[íi]a(?: citada)?|notas|obras citadas',
  'riferimenti(?: bibliografici)?|note|bibliografia|piśmiennictwo|literatura|kaynak(?:lar|ça)|daftar (?:pustaka|rujukan)|referensi',
  '(?:список (?:использованн\\p{L}+ )?(?:литературы|источников)|литература|библиография|источники|примечания)',
  '(?:主要|引用)?参考(?:文献|资料)|參考(?:文獻|書目)|参\\s*考\\s*文\\s*献|引用文献|文献|註|注释|참고\\s?문헌|인용문헌|เอกสารอ้างอิง|บรรณานุกรม',
);

/** Of publishers' pages, not of papers; and the small print at the end of both. */
const BESIDE = heading(
  '(?:access options|access th(?:is|e) (?:article|paper|chapter|content|document|full).{0,30}|access (?:through|provided|via) .{3,40}|.{0,20}get (?:full )?access.{0,40}|purchase (?:pdf|access|article|this|options|from|a |an ).{0,30}|purchase|subscribe.{0,40}|subscription (?:required|options|prices).{0,40}|institutional (?:access|login|subscription).{0,20}|log ?in.{0,40}|sign (?:in|up).{0,40}|buy (?:article|this|now|pdf|the).{0,30}|rent (?:this|article|from).{0,20}|.{0,20}preview of .{3,40}|section snippets|no access|non[ -]subscribers|full[ -]text (?:is )?(?:available|access|links).{0,20}|you do not (?:currently )?have access.{0,30})',
  '(?:\\d[\\d,.]* )?(?:related|similar|recommended|suggested)(?: .{0,20})? ?(?:articles?|papers?|content|readings?|publications?|literature|posts?|stories|research|citations|items|documents|information|links|topics|subjects|pages|resources|e-?journals|journals|titles|videos|books|projects|courses|jobs|datasets).{0,30}|(?:other|further|more|latest|recent|featured|popular|trending|most (?:read|cited|popular|viewed|downloaded))(?: .{0,20})? ?(?:articles?|papers?|publications?|posts?|stories|content|works by .{3,30}|by (?:this|these|the same) .{3,30}|from (?:this|the) .{3,30}|in this .{3,20})',
  '(?:most (?:read|cited|viewed|popular|downloaded)|related|recommended|recommendations|similar|explore|discover|trending|you may also (?:like|be interested).{0,40}|(?:people|readers|others|users) (?:also|who) .{3,40}|similar content being viewed by others|see also|external links|more like this)',
  '(?:\\d[\\d,.]* )?(?:cit(?:ed|ing)(?: by| articles| papers| publications| literature)?|citations?(?: & (?:metrics|impact))?|cited[ -]by.{0,30}|articles? citing .{0,30}|this article (?:is|has been) (?:cited|referenced) (?:by|in).{0,20}|metrics(?: (?:&|and) citations)?|(?:article |altmetric )?(?:metrics|usage|impact|statistics|views|downloads)|altmetrics?)',
  '(?:(?:how to )?cite(?: this (?:article|paper|work|as|chapter))?|(?:export|download|recommended|suggested|get) citations?|citation(?: information| formats?| tools?)?|share(?: this .{3,20})?|(?:article |page |journal )?(?:tools|services|options|links|navigation|menu|contents|information|details|history|info|notes|outline)|on this page|table of contents|contents|jump to.{0,20}|in this (?:article|issue|section)|sections|figures(?: (?:&|and) (?:tables|data|media))?|tables|figures|media|multimedia|extended data.{0,40}|list of (?:figures|tables)|supplement(?:al|ary) .{3,40}|supporting information.{0,30}|additional (?:information|files?|materials?|data|links).{0,30}|electronic supplementary material|source data.{0,20}|associated (?:data|content|material)|linked articles?|download.{0,30}|view options|information (?:&|and) authors|(?:full text )?links|full text (?:sources|views|html|pdf|links)|attachments?|files?(?: .{0,20})?)',
  "(?:about (?:this|the) .{3,30}|about|authors?(?: (?:information|affiliations?|details|notes?|biograph(?:y|ies)|contributions?|contribution statement|statement|bios?|and affiliations|profiles?|response|comments?))?|(?:authors|authors['’]|author['’]s) .{3,30}|affiliations?(?: (?:and|&) .{3,20})?|contributor(?:s|['’]s note| information)?|corresponding author.{0,20}|biograph(?:y|ies).{0,20}|editors?|edited by|reviewe(?:rs?|d by)|(?:review(?:er)?|referee)s? ?#?\\d.{0,60}|(?:reviewer|referee)s?['’]?s? .{3,40}|(?:public|joint public) review.{0,20}|author['’]?s?['’]? (?:response|reply).{0,40}|e-?life (?:assessment|evaluation).{0,20}|evaluation summary|(?:video|audio|podcast|interview) ?transcript.{0,20}|(?:open )?peer[ -]review.{0,40}|review(?:er)? reports?.{0,20}|decision letter.{0,20}|editor['’]?s? (?:evaluation|assessment|comments?).{0,20}|interactive (?:discussion|comment).{0,20}|comments?(?: \\(\\d+\\))?|\\d+ comments?|discuss(?: this .{3,20})?|responses?(?: \\(\\d+\\))?|rapid responses|leave a (?:reply|comment).{0,20}|questions (?:and|&) answers|publication (?:history|details|info.{0,10})|provenance.{0,30}|version history|article (?:history|information|information and .{3,30}))",
  "(?:acknowledge?ments?.{0,40}|funding.{0,40}|financial (?:support|disclosure).{0,20}|(?:conflicts?|declaration|statement|disclosure)s? (?:of|and) .{3,40}|competing (?:financial )?interests?.{0,30}|declarations?|disclosures?.{0,30}|ethics.{0,40}|ethical.{0,40}|data (?:and code )?(?:availability|accessibility|access|sharing).{0,30}|code availability.{0,20}|availability of .{3,40}|(?:copyright|rights(?: and| &) .{3,30}|rights|licen[cs]e|licensing|permissions|open access|reprints)(?: (?:and|&|information|statement).{0,30})?|abbreviations|keywords?.{0,40}|key words.{0,30}|index terms|subject(?:s| terms| areas?| headings).{0,20}|mesh .{0,20}|jel .{0,20}|msc .{0,20}|topics?|tags|categor(?:y|ies)|publisher['’]?s? note.{0,20}|credit .{3,40}|orcid.{0,20}|e-?mail .{0,20}|contact(?: us| information| details)?|consent .{3,30}|footnotes?)",
  '(?:privacy|cookies?|terms|legal|help|newsletter|announcements?|news|events|aims (?:and|&) scope|(?:for|information for|instructions (?:to|for)|guidelines for|guide for) (?:authors?|readers|librarians|reviewers|editors|contributors).{0,20}|author guidelines|submi(?:t|ssions?).{0,30}|editorial (?:board|team|policies).{0,20}|current issue|past issues|archives?|indexing.{0,20}|journal (?:information|metrics|content|help).{0,20}|follow us.{0,20}|connect(?: with us)?|search(?: results.{0,30}| for .{3,40}| this .{3,20})?|filters?|sort by.{0,20}|results? (?:per|for) .{3,40}|browse.{0,20}|advertisement|sponsored.{0,20}|jobs.{0,20}|quick links|resources|navigation)',
  // German, French, Spanish, Portuguese, Italian
  '(?:danksagung|(?:die )?(?:meistgelesen|beliebt|neuest|aktuell)\\p{L}* .{3,30}|ähnliche .{3,30}|verwandte .{3,30}|weitere .{3,30}|zitiert .{3,30}|zitierte .{3,30}|über (?:den|die|diese).{3,30}|autor(?:en|innen).{0,40}|interessenkonflikt.{0,10}|förderung|schlüsselwörter|schlagwörter|rechte.{0,30}|impressum|datenschutz.{0,20}|kontakt|inhalt(?:sverzeichnis)?|zugang.{0,30}|kaufen.{0,20}|artikel (?:kaufen|teilen).{0,10})',
  "(?:remerciements|articles? (?:similaires|associés|liés|recommandés|récents|(?:les )?plus .{2,20}).{0,20}|cité par.{0,20}|citer cet article.{0,10}|auteurs?.{0,30}|à propos .{3,30}|conflits? d['’]intérêts.{0,10}|déclaration .{3,40}|financement|mots[ -]clés|droits .{3,20}|mentions légales|table des matières|plan|sommaire|accès .{3,30}|acheter.{0,20}|dans la même rubrique|du même auteur|pour citer .{3,30})",
  "(?:agradecimientos?|agradecimentos?|ringraziamenti|artículos? (?:relacionados|similares|recomendados|más .{3,20}).{0,20}|artigos? (?:relacionados|semelhantes|mais .{3,20}).{0,20}|articoli (?:correlati|simili|recenti|più .{2,20}).{0,20}|citado (?:por|en|em).{0,20}|citato da.{0,20}|(?:cómo|como|come) citar.{0,30}|sobre (?:el|los|o|os|la|a) .{3,30}|sull?['’ ].{3,30}|(?:información|informações|informazioni) .{3,40}|conflictos? de .{3,20}|conflitos? de .{3,20}|conflitt[oi] .{3,20}|financiaci[óo]n|financiamiento|financiamento|finanziamenti|palabras[ -]clave.{0,10}|palavras[ -]chave.{0,10}|parole[ -]chiave.{0,10}|descargas|downloads|licencia|licença|licenza|derechos.{0,20}|direitos.{0,20}|biografía.{0,20}|autores?.{0,30}|número|publicado|índice|sumario|comprar.{0,20}|acquista.{0,20}|métricas.{0,20})",
  // Russian, Polish, Turkish, Indonesian
  '(?:благодарност\\p{L}*.{0,30}|похожие .{3,30}|популярные .{3,30}|самые .{3,40}|последние .{3,30}|рекомендуемые .{3,30}|ключевые слова.{0,10}|об? авторах?.{0,20}|сведения .{3,30}|информация .{3,30}|для цитирования.{0,20}|как цитировать.{0,20}|конфликт интересов.{0,10}|финансирование.{0,30}|дополнительные .{3,30}|цитирован\\p{L}*.{0,20}|купить.{0,20}|доступ .{3,30}|содержание|оглавление|podziękowania|słowa kluczowe|o autor\\p{L}+|podobne .{3,30}|teşekkür|anahtar kelimeler|benzer .{3,30}|çıkar çatışması.{0,10}|yazar\\p{L}*.{0,20}|ucapan terima kasih|kata kunci|artikel terkait.{0,10})',
  // Chinese, Japanese, Korean
  '(?:致\\s*谢|致\\s*謝|谢辞|謝辞|关键词.{0,40}|關鍵詞.{0,40}|关键字.{0,40}|相关(?:文章|文献|推荐|链接).{0,10}|相關.{0,20}|推荐(?:文章|阅读).{0,10}|热门.{0,10}|最新.{0,10}|相似文献.{0,10}|引证文献.{0,10}|被引.{0,20}|引用本文.{0,20}|作者(?:简介|信息|贡献|介紹).{0,10}|基金(?:项目|资助)?.{0,20}|利益冲突.{0,10}|版权.{0,20}|目录|目錄|图表|导航|分享|评论.{0,10}|下载.{0,20}|全文.{0,10}|购买.{0,20}|登录.{0,20}|出版历史|文章(?:信息|指标|历史|导航).{0,10})',
  '(?:キーワード.{0,40}|関連(?:文献|論文|記事|情報).{0,10}|(?:人気|新着|最新|よく読まれ).{0,14}|인기.{0,10}|최신.{0,10}|많이 .{2,12}|被引用.{0,20}|引用(?:方法|情報).{0,10}|著者(?:情報|紹介|関連情報).{0,10}|利益相反.{0,20}|書誌情報|目次|図表|電子付録|付録資料|この記事.{0,20}|購入.{0,20}|감사의\\s?글|사사|키워드.{0,40}|주제어.{0,40}|관련\\s?(?:논문|문헌|기사|자료).{0,10}|추천\\s?논문.{0,10}|인용.{0,20}|저자\\s?(?:정보|소개).{0,10}|이해\\s?상충.{0,10}|목차|구매.{0,20})',
);

/** Pages of reviews and summaries: what follows is about the work, also under headings of the same rank. */
const ABOUT_WORK = heading(
  "(?:open |transparent )?(?:peer|referee)[ -]?reviews?(?: (?:history|file|process|information|reports?|comments?|timeline))?.{0,30}|(?:reviewers?|referees?|editors?)[’'s]* (?:comments?|reports?|evaluations?|decisions?|recommendations?).{0,40}|(?:reviewer|referee) ?#? ?\\d.{0,60}|.{0,40}decision letter.{0,40}|authors?[’']?s?[’']? (?:responses?|repl(?:y|ies)|rebuttals?)(?: to .{3,60})?|(?:responses?|repl(?:y|ies)|rebuttals?) to (?:the )?(?:reviewers?|referees?|editors?|decision|comments).{0,40}|original submission.{0,40}|(?:revision|round|revised version) #?\\d.{0,40}|interactive (?:discussion|comment).{0,20}",
  '(?:ai|artificial intelligence|machine|chatgpt|gpt|llm)[ -](?:generated |powered |based )?(?:summar(?:y|ies)|overview|insights?|explanations?|analysis|digest|review).{0,30}|(?:summary|overview) (?:generated )?by (?:ai|an ai|chatgpt).{0,20}|key ?(?:takeaways?|insights?|ideas|learnings)|takeaways?|(?:method|result|finding|paper|stud[yi]|abstract)(?:e?s|y)? (?:explained|in (?:simple|plain) (?:terms|words|language|english))|(?:explained|explain) (?:simply|like .{3,20})|(?:frequently asked questions|faqs?)(?: .{0,30})?|questions (?:this paper|answered).{0,30}|what (?:is|does) this (?:paper|study|article) .{3,40}',
  '(?:\\d[\\d,.]* )?(?:comments?|discussions?|replies|responses|reviews|messages|posts)[^\\p{L}]{0,3}\\(\\d+\\)|\\d+ (?:comments?|discussions?|replies|responses|messages|posts)|(?:join|start|view|add to) (?:the|a|this) (?:discussion|conversation).{0,20}|(?:community|reader|public|online) (?:comments?|discussions?|reviews?|responses)|(?:discussion|comments?) (?:thread|forum|board)|.{0,20} used by readers',
);

/** Sections of a page that says what others think of the work. */
export const isAboutWork = (text: string): boolean =>
  /[a-z]{2}/i.test(text) && ABOUT_WORK.test(bareHeading(text));

/** The plain names of the sections of a paper, which end any such part of a page. */
export const isPlainSection = (text: string): boolean =>
  startsText(text) ||
  /^[^\p{L}]*(?:background|methods?|methodology|materials and methods|results|results and discussion|discussion|conclusions?|main text|einleitung|methoden|ergebnisse|diskussion|resultados|métodos|discusión|conclusiones|discussão|conclusões|résultats|méthodes)[^\p{L}]*$/iu.test(
    bareHeading(text),
  );

/** "Figure 3", "Table 2. Sites": what follows is said of a picture. */
export const isOfPicture = (text: string): boolean =>
  /^[^\p{L}\p{N}]*(?:(?:extended data|supplementary|online) )?(?:fig(?:ure|\.)?|table|scheme|plate|abb(?:ildung|\.)|tabelle|figura|tabla|tabela|рис(?:унок|\.)|табл(?:ица|\.)|图|圖|表|図|그림|표)\s*[a-z]?\d+[a-z]?(?![\p{L}\p{N}])/iu.test(
    bareHeading(text),
  );

/** "S2. Sites", "Supplementary Note 3", "Appendix B: Proofs": what comes with a text and is never the text. */
export const isOfSupplement = (text: string): boolean =>
  /^[^\p{L}\p{N}]*(?:S\d{1,2}(?:\.\d+)*(?![\p{L}\p{N}])|(?:\d+[.)]?\s+)?(?:online |electronic )?(?:supplement(?:al|ary)?|supporting) (?:\p{L}+ )?(?:methods?|results?|discussion|notes?|text|materials?|information|data|tables?|figures?|analys[ie]s|appendi(?:x|ces)|files?|references|experiments?|proofs?)(?!\p{L})|appendi(?:x|ces)(?!\p{L})|(?:anhang|annexe?|apéndice|apêndice|appendice|приложение)(?!\p{L})|附录|附錄|付録|부록)/iu.test(
    bareHeading(text),
  );

/** "A.1 Derivation", below a heading "Appendix A". */
export const isNumberedByLetter = (text: string): boolean => /^\s*[A-Z]\.?\d/.test(text);

/** Of a section that introduces a text, whatever follows. */
export const isIntroduction = (text: string): boolean =>
  /^[^\p{L}]*(?:(?:general )?introduction|background|einleitung|einführung|introducci[óo]n|introdu[çc][ãa]o|introduzione|введение|wstęp|wprowadzenie|giriş|pendahuluan|引\s*言|绪\s*论|前\s*言|はじめに|緒\s*言|서\s*론|บทนำ|مقدمه|مقدمة)[^\p{L}]*$/iu.test(
    bareHeading(text),
  );

/** "Chapter 4: Tides", and the numbers under which conferences list their abstracts: "P12. Tides of the northern lakes". */
export const isOfChapter = (text: string): boolean =>
  /^\s*(?:(?:P|O|OP|PO|PP|PS|OC|OR|FP|SP|EP|LB|PD|A|T|W)[- ]?\d{1,4}[.:)]?\s+\S.{14,}|(?:abstract|poster|oral|talk|presentation|communication|contribution)\s+(?:no\.?\s*)?#?[A-Z]{0,3}-?\d{1,4}(?!\p{L}))/u.test(
    bareHeading(text).replace(
      /^(?:abstract|poster|oral|talk|presentation|communication|contribution)/i,
      (word) => word.toLowerCase(),
    ),
  ) ||
  /^[^\p{L}\p{N}]*(?:chapter|kapitel|chapitre|cap[íi]tulo|capitolo|глава|rozdział|bölüm|bab|hoofdstuk)\s+(?:\d+|[ivxl]+)(?![\p{L}\p{N}])|^\s*第\s*[\d一二三四五六七八九十]+\s*章|^\s*제\s*\d+\s*장/iu.test(
    bareHeading(text),
  );

/** The names of sections that only papers have, in any numbering. */
const NAMED = heading(
  '(?:general )?introduction(?:(?: and|:| &|,) .{3,80})?|background(?:(?: and|:| &) .{3,60})?|overview|(?:the )?(?:related|previous|prior) works?(?: and .{3,40})?|literature review|review of .{3,60}|motivation|objectives?|aims?|aims? and objectives|hypothes[ei]s(?: development)?|(?:research )?questions?|problem (?:statement|formulation|definition)|preliminaries|notation|definitions',
  '(?:general |experimental |research |statistical |computational |study |online |star[^\\p{L}]* ?|proposed |our )*(?:materials?|methods?|methodology|procedures?|participants|patients|subjects|measures|design|approach|model|models|setup|section|experiments?|experimental|evaluation|analys[ie]s|data|implementation|algorithm|framework|architecture)(?:(?: and|,| &|/| of|:) .{3,80})?',
  '(?:the )?(?:main |key |experimental |empirical |numerical |simulation )?(?:results?|findings|observations|outcomes)(?:(?: and|,| &|/| of|:) .{3,80})?',
  '(?:general )?discussions?(?:(?: and|,| &|/| of|:) .{3,80})?|limitations.{0,40}|strengths and limitations|implications.{0,40}|future (?:work|directions|research).{0,40}|conclusions?(?:(?: and|,| &|/|:) .{3,80})?|concluding .{3,30}|summary and .{3,40}|case (?:report|presentation|study|description|series)(?:s| \\d+)?|theor(?:y|etical .{3,40})|systematics?.{0,30}|taxonomy.{0,30}|study area|geological setting|main text|proof of .{3,40}|experiment \\d.{0,40}|study \\d.{0,40}|postscript|epilogue',
  // German, French
  'einleitung.{0,60}|einführung.{0,60}|hintergrund.{0,40}|methode?n?.{0,60}|methodik.{0,40}|material und .{3,30}|ergebnisse?.{0,60}|resultate.{0,40}|diskussion.{0,40}|schluss.{0,60}|schluß.{0,60}|fazit.{0,40}|ausblick.{0,30}|stand der forschung|theoretische.{3,60}|forschungs.{3,60}|fallbericht.{0,20}',
  "introduction.{0,60}|contexte.{0,40}|mat[ée]riels? et .{3,30}|m[ée]thod(?:es?|ologie).{0,40}|r[ée]sultats.{0,40}|conclusions?.{0,40}|discussion.{0,40}|cadre th[ée]orique.{0,20}|[ée]tat de l['’]art",
  // Spanish, Portuguese, Italian
  'introducci[óo]n.{0,60}|antecedentes.{0,40}|materiales? y .{3,30}|m[ée]todos?.{0,40}|metodolog[íi]a.{0,40}|resultados?.{0,40}|discusi[óo]n.{0,40}|conclusi[óo]n(?:es)?.{0,40}|marco te[óo]rico.{0,20}|consideraciones .{3,30}|caso cl[íi]nico',
  'introdu[çc][ãa]o.{0,60}|materia(?:l|is) e .{3,30}|discuss[ãa]o.{0,40}|conclus(?:ão|ões|[ãa]o).{0,40}|considera[çc][õo]es .{3,30}|referencial te[óo]rico.{0,20}|revis[ãa]o .{3,40}|introduzione.{0,60}|materiali e .{3,30}|metodi.{0,40}|risultati.{0,40}|discussione.{0,40}|conclusion[ei].{0,40}',
  // Russian, Polish, Turkish, Indonesian
  'введение.{0,40}|материалы? и .{3,40}|методы?.{0,40}|методика.{0,40}|методология.{0,40}|результаты.{0,60}|обсуждение.{0,40}|заключение.{0,40}|выводы.{0,40}|постановка .{3,40}|вступ|обзор .{3,40}',
  'wstęp.{0,40}|wprowadzenie.{0,40}|materiały? i .{3,30}|metody.{0,40}|wyniki.{0,40}|dyskusja.{0,40}|wnioski.{0,40}|podsumowanie.{0,40}|giriş.{0,40}|yöntem.{0,40}|gereç ve .{3,30}|bulgular.{0,40}|tartışma.{0,40}|sonuç.{0,40}|pendahuluan.{0,40}|metode.{0,40}|hasil.{0,40}|pembahasan.{0,40}|kesimpulan.{0,40}|simpulan.{0,40}|penutup',
  // Chinese, Japanese, Korean, Thai
  '(?:引\\s*言|绪\\s*论|緒\\s*論|前\\s*言|导\\s*言|研究背景|材料与方法|材料和方法|资料与方法|对象与方法|(?:研究|实验|試驗|试验)?方\\s*法|实验(?:部分|结果|方法|材料)?|试验(?:材料|设计|方法|结果)?|结果(?:与|和|及)(?:分析|讨论)|(?:研究)?结\\s*果|分析(?:与|和)讨论|讨\\s*论|討\\s*論|结\\s*论(?:与.{1,10})?|結\\s*論|结\\s*语|結\\s*語|文献综述|理论(?:基础|分析|模型)|模型(?:构建|建立)).{0,20}',
  '(?:はじめに|緒\\s*言|序\\s*論|目\\s*的|方\\s*法|対象(?:と|および|及び)方法|材料(?:と|および|及び)方法|実験(?:方法)?|結\\s*果(?:と考察|および考察|及び考察)?|考\\s*察|結\\s*論|おわりに|まとめ|症\\s*例|結\\s*語).{0,20}',
  '(?:서\\s*론|머리말|연구\\s?(?:배경|방법|대상|결과)|재료\\s?및\\s?방법|대상\\s?및\\s?방법|방\\s*법|결\\s*과(?:\\s?및\\s?고찰)?|고\\s*찰|논\\s*의|결\\s*론|맺음말|이론적\\s?배경).{0,20}|บทนำ|วิธี(?:การ|ดำเนินการ)?วิจัย|ผลการ(?:วิจัย|ศึกษา)|อภิปราย.{0,20}|สรุป.{0,20}|วัสดุและวิธี.{0,20}',
);

const MAX_HEADING = 160;

const bareHeading = (text: string): string => text.trim().replace(/\s+/g, ' ').slice(0, MAX_HEADING);

/** By its words alone. */
export function kindOfHeading(text: string): SectionKind {
  const title = bareHeading(text);
  if (isAboutWork(title) || isOfSupplement(title)) return 'beside';
  if (ABSTRACT.test(title)) return 'abstract';
  if (REFERENCES.test(title)) return 'references';
  if (NAMED.test(title)) return 'named';
  return BESIDE.test(title) ? 'beside' : 'body';
}

/** A section that begins the text itself, also where its heading ranks below that of the abstract. */
export const startsText = (text: string): boolean =>
  /^[^\p{L}]*(?:introduction|main text|einleitung|einführung|introducci[óo]n|introdu[çc][ãa]o|introduzione|введение|wstęp|wprowadzenie|giriş|pendahuluan|引\s*言|绪\s*论|前\s*言|はじめに|緒\s*言|서\s*론|บทนำ)|^1[.\s)]/iu.test(
    text.trim(),
  );

/** Sections of a structured abstract: where they follow the word "Abstract" they belong to it. */
export const isOfAbstract = (text: string): boolean =>
  /^[^\p{L}]*(?:background|context|objectives?|aims?|purpose|importance|rationale|methods?(?: and .{3,20})?|methodology.{0,25}|design|setting|participants|patients|interventions?|exposures?|main .{3,30}|measurements?.{0,20}|search .{3,20}|selection .{3,20}|data .{3,30}|results?|findings|conclusions?.{0,20}|interpretation|significance|trial registration.{0,20}|registration|funding|keywords?|introduction)[^\p{L}]*$/iu.test(
    text.trim(),
  );
