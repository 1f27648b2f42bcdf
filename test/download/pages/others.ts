import {
  AUTHORS,
  byline,
  citationTags,
  DOI,
  footer,
  menu,
  OTHER_TITLE,
  p,
  page,
  paragraphs,
  reference,
  referenceItems,
  TITLE,
} from './text.ts';

const referenceList = (count: number): string =>
  `<section><h2>References (${count})</h2><ol class="references">${referenceItems(count)}</ol></section>`;

const teaser = (at: number, words = 180): string =>
  `<div class="item"><a href="/publication/${at}">Another study of sediments and their rivers number ${at}</a><div>Jan 2020 · A. Author</div><div>${paragraphs(words).join(' ')}</div></div>`;

const article = (head: string, body: string): string => page(head, `${menu}<main>${body}</main>${footer}`);

/** Pages that are not the text of the work: about it, around it, or instead of it. */
export const OTHERS: Readonly<Record<string, () => string>> = {
  'supplement with numbered sections': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><p>${byline}</p><h2>Supporting Information</h2><h2>S1. Sampling sites</h2>${p(700)}<h2>S2 Model selection</h2>${p(700)}<h2>S2.1 Priors</h2>${p(300)}${referenceList(20)}`,
    ),
  'supplement with named sections': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><h2>Supplementary Note 1</h2>${p(600)}<h2>Supplementary Methods</h2>${p(600)}<h2>Supporting Discussion</h2>${p(600)}${referenceList(20)}`,
    ),
  'appendix alone': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><p>${byline}</p><section><h2>Appendix B: Proofs</h2>${p(400)}</section><section><h2>Appendix C</h2></section><section><h2>C.1 Lemmas</h2>${p(500)}</section><section><h2>C.2 Bounds</h2>${p(500)}</section>${referenceList(12)}`,
    ),
  'abstracts of a conference': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1>${Array.from({ length: 14 }, (_, at) => `<h3>OP-${at + 10} ${at === 4 ? TITLE : 'Water levels and what follows from them'}</h3>${p(120)}`).join('')}`,
    ),
  'abstracts of a meeting by number': () =>
    article(
      citationTags(),
      `<h1>Abstracts of the annual meeting</h1>${Array.from({ length: 10 }, (_, at) => `<h2>Abstract ${at + 1}: ${at === 0 ? TITLE : 'Water levels and what follows from them'}</h2>${p(200)}`).join('')}${referenceList(6)}`,
    ),
  'introduction of the text only': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><p>${byline}</p><h2>Abstract</h2>${p(200)}<h2>1. Introduction</h2>${p(1300)}${referenceList(60)}`,
    ),
  'introduction in German only': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><p>${byline}</p><h2>Zusammenfassung</h2>${p(200, 'de')}<h2>Einleitung</h2>${p(1300, 'de')}<h2>Literatur</h2><ol>${referenceItems(30)}</ol>`,
    ),
  'blog that heads its posts with titles of papers': () =>
    page(
      '<meta property="og:title" content="Journal club">',
      `<h1>${TITLE}</h1><p>${byline}</p><p><a href="https://doi.org/${DOI}">https://doi.org/${DOI}</a></p><section><h2>Background</h2>${p(500)}</section><section><h2>What they did</h2>${p(500)}</section><section><h2>Results</h2>${p(500)}</section>${referenceList(6)}`,
      `Journal club: ${TITLE}`,
    ),
  'text of a press office': () =>
    page(
      '',
      `<h1>${TITLE}</h1><p>Press release no. 12, University of the Mountains. Media contact: J. Doe</p><p>${byline}</p><h2>Background</h2>${p(600)}<h2>Results</h2>${p(600)}<p>doi: ${DOI}</p>`,
      TITLE,
    ),
  'text that gives the paper as its original': () =>
    page(
      '',
      `<h1>${TITLE}</h1><p>${byline} and their team have measured rivers.</p><h2>Background</h2>${p(600)}<h2>Results</h2>${p(600)}<p>Original publication: ${AUTHORS[0]} et al., Journal of Rivers, https://doi.org/${DOI}</p>`,
      TITLE,
    ),
  'whole issue on one page': () =>
    page(
      '',
      [
        'Water levels of northern lakes since the last war',
        TITLE,
        'Ice jams and what follows from them for bridges',
        'On the colour of mountain streams in early summer',
      ]
        .map(
          (title) =>
            `<h1>${title}</h1><p>${title === TITLE ? byline : 'John Smith'}</p><h2>Introduction</h2>${p(400)}<h2>Results</h2>${p(400)}<h2>References</h2><ol>${referenceItems(8)}</ol>`,
        )
        .join(''),
      TITLE,
    ),
  'peer review history': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><p>${byline}</p><h2>Peer Review History</h2><section><h2>Original Submission: Decision Letter</h2>${p(700)}</section><section><h2>Author response to Decision Letter</h2>${p(700)}</section><section><h2>Revision 1</h2>${p(500)}</section>`,
    ),
  'reviews by number': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><h2>Reviewer #1</h2>${p(700)}<h2>General remarks</h2>${p(700)}<h2>Response to Reviewers</h2>${p(700)}<h2>Minor points</h2>${p(300)}${referenceList(12)}`,
    ),
  'comments under "Discussion"': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><h2>Abstract</h2>${p(200)}<h2>Discussion</h2>${Array.from({ length: 12 }, (_, at) => `<div class="post"><b>User${at}</b>${p(120)}</div>`).join('')}<h2>Views of readers</h2>${p(150)}${referenceList(30)}`,
    ),
  'comments with their number': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><h2>Abstract</h2>${p(200)}<h2>Discussion (12)</h2>${p(1500)}<h3>Ann, 3 May</h3>${p(200)}${referenceList(30)}`,
    ),
  'summary by a machine': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><h2>Abstract</h2>${p(200)}<h2>AI summary</h2><section><h2>Key findings</h2>${p(600)}</section><section><h2>Methods explained</h2>${p(600)}</section><section><h2>Frequently asked questions</h2>${p(600)}</section>${referenceList(20)}`,
    ),
  'blog about the article': () =>
    page(
      '',
      `<h1>Research digest</h1><h2>${TITLE}</h2><p>by ${byline} (https://doi.org/${DOI}), summarised by our editors</p><section><h2>Introduction</h2>${p(900)}</section><section><h2>Results</h2>${p(900)}</section>${referenceList(5)}`,
      'Research digest | Blog',
    ),
  'book with words on each chapter': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><p>${byline}</p>${Array.from({ length: 11 }, (_, at) => `<h2>Chapter ${at + 1}: Waters and what moves in them</h2>${p(150)}`).join('')}${referenceList(10)}`,
    ),
  'figures with long captions': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><h2>Abstract</h2>${p(200)}${Array.from({ length: 12 }, (_, at) => `<div><h3>Figure ${at + 1}</h3><img src="x"><p>${paragraphs(120).join(' ')}</p></div>`).join('')}${referenceList(40)}`,
    ),
  'preview set as plain text': () =>
    page(
      citationTags(),
      `<pre>${TITLE}\n\n${byline}\n\nINTRODUCTION\n\n${paragraphs(800).join('\n\n')}\n\nMETHODS\n\n${paragraphs(800).join('\n\n')}\n\nThe rest of this article is available to subscribers only.</pre>`,
    ),
  'closed article with an offer beside it': () =>
    article(
      citationTags(),
      `<aside><h3>Access options</h3><button>Buy article PDF 39,95</button></aside><h1>${TITLE}</h1><h2>Introduction</h2>${p(700)}<h2>Methods</h2>${p(700)}<h2>Results</h2>${p(700)}${referenceList(30)}`,
    ),
  'open label beside an offer below the text': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><p>Open Access</p><h2>Introduction</h2>${p(700)}<h2>Methods</h2>${p(700)}<h2>Results</h2>${p(700)}<div><button>Buy article PDF 39,95</button></div>${referenceList(30)}`,
    ),
  'abstract with a long list of references': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><p>${byline}</p><h2>Abstract</h2>${p(350)}${referenceList(120)}`,
    ),
  'references as paragraphs without a heading': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><h2>Abstract</h2>${p(300)}<h2>Full list</h2>${Array.from({ length: 90 }, (_, at) => `<p>${reference(at)}</p>`).join('')}`,
    ),
  'structured abstract of two thousand words': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><h2>Abstract</h2><h3>Background</h3>${p(500)}<h3>Methods</h3>${p(500)}<h3>Results</h3>${p(500)}<h3>Conclusions</h3>${p(500)}${referenceList(20)}`,
    ),
  'cochrane abstract and plain language summary': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><section class="abstract full_abstract"><h2>Abstract</h2><h3>Background</h3>${p(300)}<h3>Main results</h3>${p(500)}</section><section class="abstract pls"><h2>Plain language summary</h2><h3>What did we want to know?</h3>${p(600)}</section><section><h2>Authors' conclusions</h2>${p(200)}</section>`,
    ),
  'sciencedirect preview': () =>
    page(
      citationTags(),
      `<div class="preview-bar"><a href="/buy"><span>Purchase PDF</span></a></div><h2>Article preview</h2><h1>${TITLE}</h1><div>${byline}</div><div class="Abstracts"><h2>Abstract</h2><div>${paragraphs(200).join(' ')}</div></div><script>${'var x = 1;'.repeat(9000)}</script><div class="snippets"><h2>Introduction</h2>${p(450)}<h2>Section snippets</h2><section><h2>Methods</h2>${p(250)}</section><section><h2>Results</h2>${p(250)}</section><section><h2>Discussion</h2>${p(250)}</section></div>${referenceList(80)}<section><h2>Cited by (12)</h2><ul>${Array.from({ length: 12 }, (_, at) => `<li>${teaser(at)}</li>`).join('')}</ul></section>`,
    ),
  'preview whose offer stands beyond 64 KiB': () =>
    page(
      citationTags(),
      `<h1>${TITLE}</h1><p>${byline}</p><h2>Introduction</h2>${p(600)}<h2>Methods</h2>${p(600)}<script>${'var x = 1;'.repeat(20_000)}</script><div><button>Buy article PDF</button></div>${referenceList(10)}`,
    ),
  'nature paywall with extended data': () =>
    article(
      `${citationTags()}<script type="application/ld+json">{"mainEntity":{"@type":"ScholarlyArticle","headline":"${TITLE}","isAccessibleForFree":false,"hasPart":{"isAccessibleForFree":false}}}</script>`,
      `<h1>${TITLE}</h1><h2>Abstract</h2>${p(200)}<h2>Access options</h2><p>Access through your institution</p><h2>Extended data figures and tables</h2><h3>Extended Data Fig. 1 Sites.</h3>${p(700)}<h3>Extended Data Fig. 2 Flow.</h3>${p(700)}<h2>Methods</h2>${p(900)}${referenceList(50)}`,
    ),
  'nature paywall, captions only': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><h2>Abstract</h2>${p(200)}<h2>Extended data figures and tables</h2>${Array.from({ length: 10 }, (_, at) => `<h3><a href="/articles/1/figures/${at}">Extended Data Fig. ${at} Sites of the study</a></h3><div><p>${paragraphs(150).join(' ')}</p></div>`).join('')}${referenceList(50)}`,
    ),
  'springer preview': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><p>This is a preview of subscription content, log in via an institution to check access.</p><h2>Abstract</h2>${p(200)}<h2>1 Introduction</h2>${p(700)}<h2>2 Methods</h2>${p(500)}${referenceList(60)}`,
    ),
  'wiley denial': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><h2>Abstract</h2>${p(250)}<div class="denial"><h3>Get access to the full version of this article. View access options below.</h3><a href="/i">Institutional Login</a></div><h2>Introduction</h2>${p(600)}<h2>Methods</h2>${p(500)}${referenceList(60)}`,
    ),
  'cambridge extract': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><h2>Extract</h2>${p(400)}<h2>Information</h2>${p(60)}<div><a href="/buy">Get access</a></div>${referenceList(90)}`,
    ),
  'jstor preview': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><p>${byline}</p><button>Purchase article</button><p>${paragraphs(150).join(' ')}</p><h2>Journal Information</h2>${p(400)}<h2>Publisher Information</h2>${p(400)}<h2>Rights &amp; Usage</h2>${p(300)}`,
    ),
  'ieee abstract': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><div class="abstract-text"><h2>Abstract:</h2>${p(200)}</div><h2>Contents</h2><p>Sign in to Continue Reading</p><h2>Authors</h2>${p(600)}<h2>Citations</h2>${p(500)}`,
    ),
  'researchgate with citing papers': () =>
    page(
      `<script type="application/ld+json">{"@type":"ScholarlyArticle","headline":"${TITLE}"}</script>`,
      `<h1>${TITLE}</h1><div>${byline}</div><div>Abstract</div><div>${paragraphs(200).join(' ')}</div><h2>Citations (24)</h2>${Array.from({ length: 24 }, (_, at) => teaser(at)).join('')}<h2>References (40)</h2>${Array.from({ length: 10 }, (_, at) => teaser(at + 50)).join('')}<h2>Recommended publications</h2>${Array.from({ length: 5 }, (_, at) => teaser(at + 90)).join('')}`,
      `(PDF) ${TITLE}`,
    ),
  'citing papers without a heading': () =>
    page(
      citationTags(),
      `<h1>${TITLE}</h1><div>${paragraphs(200).join(' ')}</div>${Array.from({ length: 24 }, (_, at) => teaser(at)).join('')}`,
    ),
  'semantic scholar': () =>
    page(
      citationTags(),
      `<h1>${TITLE}</h1><p>${byline}</p><div class="abstract"><p>${paragraphs(200).join(' ')}</p></div><h2>35 Citations</h2>${Array.from({ length: 10 }, (_, at) => `<div><h3><a href="/paper/${at}">Sediments of rivers in the north ${at}</a></h3><p>${paragraphs(120).join(' ')}</p></div>`).join('')}<h2>41 References</h2>${Array.from({ length: 10 }, (_, at) => `<div><h3><a href="/paper/x${at}">Rivers of the south in winter ${at}</a></h3><p>${paragraphs(120).join(' ')}</p></div>`).join('')}<h2>Related Papers</h2>${p(400)}`,
      `[PDF] ${TITLE} | Semantic Scholar`,
    ),
  'related articles with abstracts': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><h2>Abstract</h2>${p(250)}<div class="related-articles"><h2>Related articles</h2>${Array.from({ length: 8 }, (_, at) => `<h3>Sediments number ${at}</h3>${p(200)}`).join('')}</div>`,
    ),
  'similar articles by heading alone': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><h2>Abstract</h2>${p(250)}<h2>Similar articles</h2>${Array.from({ length: 8 }, (_, at) => `<h3>Sediments number ${at}</h3>${p(200)}`).join('')}`,
    ),
  'figure captions': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><h2>Abstract</h2>${p(250)}<h2>Figures</h2>${Array.from({ length: 12 }, () => `<figure><img src="f"><figcaption>${p(150)}</figcaption></figure>`).join('')}${referenceList(30)}`,
    ),
  'reviews and comments': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><h2>Abstract</h2>${p(250)}<section class="comments"><h2>Interactive discussion</h2>${p(3000)}</section>${referenceList(30)}`,
    ),
  'biographies of the authors': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><h2>Abstract</h2>${p(250)}<h2>About the authors</h2><h3>Ana García</h3>${p(600)}<h3>Lena Bauer</h3>${p(600)}${referenceList(30)}`,
    ),
  'issue contents': () =>
    page(
      '<meta name="DC.Title" content="Journal of Rivers, volume 12, issue 3">',
      `${menu}<h1>Vol. 12 No. 3</h1>${[OTHER_TITLE, TITLE, 'Algae in warm water of the coast', 'Wetlands and the birds of spring'].map((title) => `<div class="obj_article_summary"><h3><a href="/article/1">${title}</a></h3><div>${byline}</div>${p(350)}</div>`).join('')}`,
      'Vol. 12 No. 3 | Journal of Rivers',
    ),
  'issue contents, titles not linked': () =>
    page(
      '',
      `<h1>Journal of Rivers 12 (3)</h1>${[TITLE, OTHER_TITLE, 'Algae in the warm water of the coast', 'Wetlands and the birds of spring in Spain'].map((title) => `<h2>${title}</h2><p>${byline}</p>${p(350)}<p><a href="/pdf">PDF</a></p>`).join('')}<h2>References</h2><ol>${referenceItems(12)}</ol>`,
      'Journal of Rivers 12 (3)',
    ),
  'book of abstracts': () =>
    page(
      '',
      `<h1>Abstracts of the annual meeting</h1>${[TITLE, OTHER_TITLE, 'Algae in the warm water of the coast'].map((title) => `<h3>${title}</h3><p>${byline}</p><h4>Background</h4>${p(100)}<h4>Methods</h4>${p(150)}<h4>Results</h4>${p(150)}<h4>Conclusions</h4>${p(100)}`).join('')}`,
      'Abstracts of the annual meeting',
    ),
  'privacy policy': () =>
    page(
      '<meta property="og:title" content="Privacy policy">',
      `${menu}<h1>Privacy policy</h1>${['1. Introduction', '2. Data we collect', '3. Methods of processing', '4. Your rights'].map((title) => `<h2>${title}</h2>${p(500)}`).join('')}<h2>References</h2><ul><li>Regulation (EU) 2016/679 of the Parliament</li></ul>`,
      'Privacy policy | Journal of Rivers',
    ),
  'terms of use': () =>
    page(
      '',
      `<h1>Terms of use</h1>${['Licence', 'Liability', 'Law'].map((title) => `<h2>${title}</h2>${p(700)}`).join('')}`,
      'Terms of use',
    ),
  'author guidelines': () =>
    page(
      citationTags('Author guidelines', '10.5555/other'),
      `<h1>Author guidelines</h1><h2>Introduction</h2>${p(500)}<h2>Methods</h2>${p(500)}<h2>Results</h2>${p(500)}<h2>References</h2><ol>${referenceItems(6)}</ol>`,
      'Author guidelines',
    ),
  'journal home': () =>
    page(
      '<meta name="DC.Title" content="Journal of Rivers">',
      `${menu}<h1>Journal of Rivers</h1><h2>Aims and scope</h2>${p(600)}<h2>Latest articles</h2>${Array.from({ length: 10 }, (_, at) => teaser(at, 90)).join('')}<h2>News of the society</h2>${p(700)}<h2>Prizes and meetings</h2>${p(600)}`,
      'Journal of Rivers | Home',
    ),
  'another article': () =>
    page(
      citationTags(OTHER_TITLE, '10.5555/alloys.1')
        .replaceAll('García', 'Smith')
        .replaceAll('Bauer', 'Jones')
        .replaceAll('Chen', 'Li'),
      `<h1>${OTHER_TITLE}</h1><h2>Introduction</h2>${p(700)}<h2>Methods</h2>${p(700)}<h2>References</h2><ol><li>${byline}. ${TITLE}. J. Rivers 12 (2021) 1-9. doi:${DOI}</li>${referenceItems(10)}</ol>`,
      OTHER_TITLE,
    ),
  'another article without tags': () =>
    page(
      '',
      `<h1>${OTHER_TITLE}</h1><p>J. Smith</p><h2>Introduction</h2>${p(700)}<h2>Methods</h2>${p(700)}<h2>References</h2><ol><li>${byline}. ${TITLE}. J. Rivers 12 (2021) 1-9.</li>${referenceItems(10)}</ol>`,
      OTHER_TITLE,
    ),
  'a correction of the work': () =>
    page(
      citationTags(`Correction to: ${TITLE}`, '10.5555/rivers.2021.99'),
      `<h1>Correction to: ${TITLE}</h1><p>${byline}</p><h2>Introduction</h2>${p(700)}<h2>Results</h2>${p(700)}<h2>References</h2><ol>${referenceItems(10)}</ol>`,
      `Correction to: ${TITLE}`,
    ),
  'another part of the series': () =>
    page(
      citationTags(`${TITLE}. Part II`, '10.5555/rivers.2022.1'),
      `<h1>${TITLE}. Part II</h1><p>${byline}</p><h2>Introduction</h2>${p(700)}<h2>Results</h2>${p(700)}<h2>References</h2><ol>${referenceItems(10)}</ol>`,
      `${TITLE}. Part II`,
    ),
  'search results': () =>
    page(
      '',
      `<h1>Search results</h1><p>24 results for "${TITLE}"</p>${Array.from({ length: 20 }, (_, at) => `<div class="result"><h2><a href="/a/${at}">${at === 0 ? TITLE : `Rivers and lakes ${at}`}</a></h2><p>${paragraphs(90).join(' ')}</p></div>`).join('')}`,
      `${TITLE} - Search`,
    ),
  wikipedia: () =>
    page(
      '<meta name="generator" content="MediaWiki 1.43.0">',
      `<h1>${TITLE}</h1><p>From Wikipedia</p><h2>Background</h2>${p(800)}<h2>Methods</h2>${p(800)}<h2>References</h2><ol class="references">${referenceItems(30)}</ol>`,
      `${TITLE} - Wikipedia`,
    ),
  'blog post about the work': () =>
    page(
      '<meta property="og:type" content="article"><script type="application/ld+json">{"@type":"BlogPosting","headline":"New in the journal"}</script>',
      `<h1>New in the journal: ${TITLE}</h1><p>By Joe Blogger</p><h2>The background</h2>${p(700)}<h2>What they found</h2>${p(700)}<h2>References</h2><ol>${referenceItems(6)}</ol>`,
      `New in the journal: ${TITLE}`,
    ),
  'casino blog': () =>
    page(
      '',
      `<h1>Ten tips for winning</h1><h2>Introduction</h2>${p(700)}<h2>Methods</h2>${p(700)}<h2>Conclusion</h2>${p(300)}`,
      'Ten tips',
    ),
  'application shell': () =>
    page(
      citationTags(),
      '<div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript>',
    ),
  'pubmed record': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><div>${byline}</div><div class="abstract" id="abstract"><h2>Abstract</h2>${p(300)}</div><div class="similar-articles"><h2>Similar articles</h2><ul>${Array.from({ length: 5 }, (_, at) => `<li>${teaser(at)}</li>`).join('')}</ul></div><div><h2>Cited by</h2><ul>${Array.from({ length: 5 }, (_, at) => `<li>${teaser(at)}</li>`).join('')}</ul></div><h2>MeSH terms</h2><ul><li>Rivers</li></ul>`,
    ),
  'german paywall': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><h2>Zusammenfassung</h2>${p(200, 'de')}<h2>Einleitung</h2>${p(700, 'de')}<h2>Methoden</h2>${p(400, 'de')}<a href="/kauf">Artikel kaufen</a>${referenceList(30)}`,
    ),
  'chinese paywall': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><h2>摘要</h2>${p(200, 'zh')}<h2>1 引言</h2>${p(700, 'zh')}<h2>2 方法</h2>${p(400, 'zh')}<div>购买全文</div>${referenceList(30)}`,
    ),
  'spanish paywall': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><h2>Resumen</h2>${p(200, 'es')}<h2>Introducción</h2>${p(700, 'es')}<h2>Métodos</h2>${p(400, 'es')}<div><a href="/c">Comprar artículo</a></div>${referenceList(30)}`,
    ),
  'clinical trial record': () =>
    page(
      '',
      `<h1>${TITLE}</h1><table><tr><td>${p(1600)}</td></tr></table><h2>Publications</h2><ol>${referenceItems(6)}</ol>`,
      `${TITLE} - Full Text View - Trials`,
    ),
  'author profile': () =>
    page(
      '',
      `<h1>${AUTHORS[0]}</h1><h2>Biography</h2>${p(900)}<h2>Research</h2>${p(900)}<h2>Publications</h2><ol><li>${byline}. ${TITLE}. J. Rivers 12 (2021) 1-9.</li>${referenceItems(30)}</ol>`,
      `${AUTHORS[0]} | University`,
    ),
  'french paywall': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><h2>Résumé</h2>${p(200, 'fr')}<h2>Introduction</h2>${p(700, 'fr')}<h2>Méthodes</h2>${p(400, 'fr')}<div><a href="/c">Acheter cet article</a></div>${referenceList(30)}`,
    ),
  'russian paywall': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><h2>Аннотация</h2>${p(200, 'ru')}<h2>Введение</h2>${p(700, 'ru')}<h2>Методы</h2>${p(400, 'ru')}<div><a href="/c">Купить статью</a></div>${referenceList(30)}`,
    ),
  'japanese paywall': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><h2>抄録</h2>${p(200, 'ja')}<h2>1 はじめに</h2>${p(700, 'ja')}<h2>2 方法</h2>${p(400, 'ja')}<div><a href="/c">この論文を購入する</a></div>${referenceList(30)}`,
    ),
  'korean paywall': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><h2>초록</h2>${p(200, 'ko')}<h2>서론</h2>${p(700, 'ko')}<h2>연구 방법</h2>${p(400, 'ko')}<div><a href="/c">논문 구매</a></div>${referenceList(30)}`,
    ),
  'portuguese paywall': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><h2>Resumo</h2>${p(200, 'pt')}<h2>Introdução</h2>${p(700, 'pt')}<h2>Métodos</h2>${p(400, 'pt')}<div><a href="/c">Comprar este artigo</a></div>${referenceList(30)}`,
    ),
  'reviews of the work': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><h2>Abstract</h2>${p(150)}<h2>eLife assessment</h2>${p(120)}<h2>Reviewer #1 (Public Review)</h2>${p(700)}<h2>Reviewer #2 (Public Review)</h2>${p(700)}<h2>Author response</h2>${p(1500)}`,
    ),
  'author response as a page of its own': () =>
    page(
      `<meta name="citation_title" content="Author response: ${TITLE}"><meta name="citation_author" content="Ana García">`,
      `<h1>Author response: ${TITLE}</h1><p>${byline}</p><h2>Introduction</h2>${p(700)}<h2>Results</h2>${p(900)}<h2>References</h2><ol>${referenceItems(10)}</ol>`,
      `Author response: ${TITLE}`,
    ),
  'data of the work': () =>
    page(
      citationTags(`Data from: ${TITLE}`, '10.5061/dryad.1'),
      `<h1>Data from: ${TITLE}</h1><p>${byline}</p><h2>Methods</h2>${p(900)}<h2>Usage notes</h2>${p(700)}<h2>References</h2><ol>${referenceItems(10)}</ol>`,
      `Data from: ${TITLE}`,
    ),
  'figures tab': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1>${Array.from({ length: 14 }, (_, at) => `<div class="fig"><img src="f"><p>Figure ${at + 1}. ${paragraphs(120).join(' ')}</p></div>`).join('')}${referenceList(10)}`,
    ),
  'only as a pdf': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><p>This content is only available as a PDF.</p><h2>Introduction</h2>${p(600)}<h2>Methods</h2>${p(600)}${referenceList(10)}`,
    ),
  'book with abstracts of its chapters': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><h2>About this book</h2>${p(300)}<h2>Table of contents (12 chapters)</h2>${Array.from({ length: 12 }, (_, at) => `<h3><a href="/c/${at}">Chapter number ${at} of the book</a></h3><p>${paragraphs(150).join(' ')}</p>`).join('')}<h2>Editors and Affiliations</h2>${p(200)}<h2>Bibliographic Information</h2>${p(50)}`,
    ),
  'wikipedia without a generator': () =>
    page(
      '',
      `<h1>${TITLE}</h1><div class="mw-parser-output"><h2>Background</h2>${p(800)}<h2>Methods</h2>${p(800)}<h2>References</h2><ol class="references">${referenceItems(30)}</ol></div>`,
      `${TITLE} - Wikipedia`,
    ),
  'preprint record with related journals': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><h3>Abstract</h3>${p(300)}<h3>Suggested Citation:</h3>${p(60)}<h3>Related eJournals</h3>${p(900)}<h3>Related books</h3>${p(400)}`,
    ),
  'abstract with a transcript': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><h2>Abstract</h2>${p(300)}<h2>Video transcript</h2>${p(1500)}${referenceList(5)}`,
    ),
  'abstract page with highlights and a plain language summary': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><p>${byline}</p><h2>Highlights</h2>${p(100)}<h2>Abstract</h2>${p(350)}<h2>Plain Language Summary</h2>${p(300)}<h2>Editor's note</h2>${p(300)}${referenceList(30)}`,
    ),
  'abstract page with a summary under a name of its own': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><p>${byline}</p><h2>Abstract</h2>${p(300)}<h2>What rivers tell us</h2>${p(700)}${referenceList(30)}`,
    ),
  'extract of a letter': () =>
    article(citationTags(), `<h1>${TITLE}</h1><p>${byline}</p><h2>Extract</h2>${p(700)}${referenceList(10)}`),
  'excerpt in place of an abstract': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><p>${byline}</p><p>In lieu of an abstract, here is a brief excerpt of the content:</p>${p(800)}${referenceList(10)}`,
    ),
  'first paragraphs that end in the middle': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><p>${byline}</p>${p(700)}<p>${paragraphs(60).join(' ').slice(0, -40)}…</p>${referenceList(10)}`,
    ),
  'first paragraphs above a button': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><p>${byline}</p>${p(700)}<button>Continue reading</button>${referenceList(10)}`,
    ),
  'structured abstract without a heading': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><p>${byline}</p>${['Background', 'Methods', 'Results', 'Conclusions'].map((name) => `<p><b>${name}:</b> ${paragraphs(170).join(' ')}</p>`).join('')}${referenceList(10)}`,
    ),
  'description of a data set': () =>
    article(
      `${citationTags()}<script type="application/ld+json">{"@type":"Dataset","name":"${TITLE}"}</script>`,
      `<h1>${TITLE}</h1><p>${byline}</p>${p(800)}${referenceList(6)}`,
    ),
  'paywall of a society, no abstract': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><p>${byline}</p>${p(600)}<h3>Access Options</h3><ul><li>Buy Article »</li><li>Log in with individual APS Journal Account »</li></ul>${referenceList(20)}`,
    ),
  'search results with structured abstracts': () =>
    article(
      citationTags(),
      `<h1>${TITLE}</h1><div class="search-results">${[1, 2, 3, 4].map((at) => `<h3>Sediments ${at}</h3><h4>Abstract</h4>${p(80)}<h4>Materials and methods</h4>${p(200)}<h4>Discussion</h4>${p(200)}`).join('')}</div>${referenceList(10)}`,
    ),
};
