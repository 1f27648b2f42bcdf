import { type Dice, dice } from './dice.ts';
import { citationTags, escapeHtml, fullTextPage, type LandingLinks } from './pages.ts';
import type { Paper } from './paper.ts';
import { paragraph } from './titles.ts';

/** How publishers write the body of an article; `sections` unless said otherwise. */
const ARTICLE_STYLES = [
  'sections',
  'div-paragraphs',
  'role-paragraphs',
  'hand-written',
  'web-form',
  'chinese',
] as const;
export type ArticleStyle = (typeof ARTICLE_STYLES)[number];

const NAMES = ['Introduction', 'Materials and methods', 'Results', 'Discussion', 'Conclusions'] as const;

const headOf = (paper: Paper, links: LandingLinks): string =>
  `<head><meta charset="utf-8"><title>${escapeHtml(paper.title ?? 'Untitled')}</title>\n${citationTags(paper, links)}</head>`;

const bodyOf = (
  chance: Dice,
  write: (name: string, texts: readonly string[], at: number) => string,
): string =>
  NAMES.map((name, at) =>
    write(
      name,
      Array.from({ length: 6 }, () => paragraph(chance, 6)),
      at,
    ),
  ).join('\n');

const references = (chance: Dice): string =>
  Array.from({ length: 25 }, (_, at) => `<li id="B${at + 1}">${paragraph(chance, 1)}</li>`).join('\n');

const title = (paper: Paper): string => escapeHtml(paper.title ?? 'Untitled');
const names = (paper: Paper): string => paper.authors.map(escapeHtml).join(', ');

/** Paragraphs are divisions with a class of their own, as with MDPI, ACS and Taylor & Francis. */
const divParagraphs = (paper: Paper, links: LandingLinks, chance: Dice): string =>
  `<!DOCTYPE html>\n<html lang="en">${headOf(paper, links)}<body><div id="container"><div class="content__container"><article><div class="html-article-content"><h1 class="title hypothesis_container">${title(paper)}</h1><div class="art-authors">${names(paper)}</div>
<section class="html-abstract" id="html-abstract"><h2>Abstract</h2><div class="html-p">${paragraph(chance, 6)}</div></section>
<div class="html-body">${bodyOf(chance, (name, texts, at) => `<section id="sec${at + 1}"><h2 data-nested="1">${at + 1}. ${name}</h2>${texts.map((text) => `<div class="html-p">${text}</div>`).join('\n')}</section>`)}</div>
<section id="html-references_list"><h2>References</h2><ol class="html-xxx">${references(chance)}</ol></section></div></article></div></div></body></html>\n`;

/** As SAGE and Science write it. */
const roleParagraphs = (paper: Paper, links: LandingLinks, chance: Dice): string =>
  `<!DOCTYPE html>\n<html lang="en">${headOf(paper, links)}<body><main><article data-design="pb"><header><h1 property="name">${title(paper)}</h1><div class="contributors">${names(paper)}</div></header>
<section id="abstract" property="abstract" role="doc-abstract"><h2>Abstract</h2><div role="paragraph">${paragraph(chance, 6)}</div></section>
<section id="bodymatter" property="articleBody"><div class="core-container">${bodyOf(chance, (name, texts, at) => `<section id="sec-${at + 1}"><h2>${name}</h2>${texts.map((text) => `<div role="paragraph">${text}</div>`).join('\n')}</section>`)}</div></section>
<section id="backmatter"><section id="bibliography" role="doc-bibliography"><h2>References</h2><div role="list">${references(chance)}</div></section></section></article></main></body></html>\n`;

/** A page of the nineties: no meta tags, breaks instead of paragraphs. */
const handWritten = (paper: Paper, _links: LandingLinks, chance: Dice): string =>
  `<HTML><HEAD><TITLE>${title(paper)}</TITLE></HEAD>\n<BODY BGCOLOR="#FFFFFF"><CENTER><H1>${title(paper)}</H1><B>${names(paper)}</B><BR>${escapeHtml(paper.journal)}, ${paper.year}${paper.doi === undefined ? '' : `<BR>doi:${escapeHtml(paper.doi)}`}</CENTER><HR>
<H3>Abstract</H3>${paragraph(chance, 6)}<BR><BR>
${bodyOf(chance, (name, texts, at) => `<H3>${at + 1}. ${name}</H3>\n${texts.join('<BR><BR>\n')}`)}
<H3>References</H3><OL>${references(chance)}</OL></BODY></HTML>\n`;

/** One form around everything, as ASP.NET makes it. */
const webForm = (paper: Paper, links: LandingLinks, chance: Dice): string =>
  `<!DOCTYPE html>\n<html>${headOf(paper, links)}<body><form method="post" action="./article.aspx" id="aspnetForm"><input type="hidden" name="__VIEWSTATE" value="${'dDwtMTA4'.repeat(40)}"><div id="ctl00_Main"><h2 class="ArticleTitle">${title(paper)}</h2><p>${names(paper)}</p><div id="ctl00_Abstract"><h3>Abstract</h3><p>${paragraph(chance, 6)}</p></div>
${bodyOf(chance, (name, texts) => `<h3>${name}</h3>${texts.map((text) => `<p>${text}</p>`).join('\n')}`)}
<h3>References</h3><ol>${references(chance)}</ol></div></form></body></html>\n`;

const CLAUSES = [
  '本文研究了不同条件下材料的力学性能',
  '实验结果表明该方法具有较高的准确性和稳定性',
  '与以往的研究相比，所提出的模型能够更好地描述数据的分布特征',
  '在高温环境中，样品的微观结构发生了明显的变化',
  '通过对三年观测资料的统计分析，得到了区域降水的时空变化规律',
  '为了验证上述结论，我们进行了多组对照实验',
  '这说明温度和压力对反应速率的影响不能忽略',
  '统计检验显示两组之间的差异具有显著意义',
] as const;
const chineseParagraph = (chance: Dice): string =>
  Array.from({ length: 9 }, () => `${chance.pick(CLAUSES)}。`).join('');

/** The title stands as the work has it; the text runs without spaces. */
const chinese = (paper: Paper, links: LandingLinks, chance: Dice): string =>
  `<!DOCTYPE html>\n<html lang="zh-CN">${headOf(paper, links)}<body><div class="article-main"><h1>${title(paper)}</h1><p class="author">${names(paper)}</p><div class="abstract"><strong>摘要</strong><p>${chineseParagraph(chance)}</p></div><div class="content">${[
    '引言',
    '材料与方法',
    '结果',
    '讨论',
    '结论',
  ]
    .map(
      (name, at) =>
        `<h2>${at + 1} ${name}</h2>${Array.from({ length: 6 }, () => `<p>　　${chineseParagraph(chance)}</p>`).join('\n')}`,
    )
    .join(
      '\n',
    )}</div><div class="reference"><h2>参考文献</h2><ol>${references(chance)}</ol></div></div></body></html>\n`;

/** The whole article as a page in that style. */
export function articlePage(paper: Paper, links: LandingLinks, style: ArticleStyle = 'sections'): string {
  const chance = dice('article', style, paper.id);
  switch (style) {
    case 'sections':
      return fullTextPage(paper, links);
    case 'div-paragraphs':
      return divParagraphs(paper, links, chance);
    case 'role-paragraphs':
      return roleParagraphs(paper, links, chance);
    case 'hand-written':
      return handWritten(paper, links, chance);
    case 'web-form':
      return webForm(paper, links, chance);
    case 'chinese':
      return chinese(paper, links, chance);
  }
}
