import { type DomElement, type DomNode, isElement, isText } from './dom.ts';

const BLOCKS = new Set(
  (
    'ADDRESS ARTICLE ASIDE BLOCKQUOTE BR CAPTION DD DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN ' +
    'OL P PRE SECTION TABLE TBODY TFOOT THEAD TR UL'
  ).split(' '),
);
const CELLS = new Set(['TD', 'TH']);
const SILENT = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'IFRAME', 'NOSCRIPT', 'OBJECT', 'SVG']);

function write(node: DomNode, parts: string[]): void {
  if (isText(node)) {
    parts.push((node.textContent ?? '').replace(/\s+/g, ' '));
    return;
  }
  if (!isElement(node)) return;
  const name = node.tagName.toUpperCase();
  if (SILENT.has(name)) return;
  const edge = BLOCKS.has(name) ? '\n' : CELLS.has(name) ? '\t' : '';
  parts.push(edge);
  for (const child of node.childNodes) write(child, parts);
  parts.push(edge);
}

/** The text of an element as a person would copy it: one line a block, one tab between the cells of a row. */
export function blockText(root: DomElement): string {
  const parts: string[] = [];
  write(root, parts);
  return parts
    .join('')
    .split('\n')
    .map((line) => line.replace(/ *\t[\t ]*/g, '\t').trim())
    .filter((line) => line !== '')
    .join('\n');
}
