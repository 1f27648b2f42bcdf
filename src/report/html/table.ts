import { html, type Markup } from './markup.ts';

interface Column {
  readonly title: string;
  /** `n`: a number; `bar`: a drawing that repeats numbers of its row. */
  readonly kind?: 'n' | 'bar' | 'bar thin';
}

interface TableSpec {
  readonly caption: string;
  readonly columns: readonly Column[];
  /** The first cell names the row. */
  readonly rows: readonly (readonly Markup[])[];
}

/** A wide table scrolls by itself; whoever has only a keyboard can reach it. */
export const table = ({ caption, columns, rows }: TableSpec): Markup =>
  html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table><caption>${caption}</caption>
<thead><tr>${columns.map(headCell)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell, index) => bodyCell(cell, index, columns[index]))}</tr>`)}</tbody></table></div>`;

/** A cell without text cannot head a column: a drawing is named for those who do not see it. */
const headCell = ({ title, kind }: Column): Markup =>
  kind === undefined
    ? html`<th scope="col">${title}</th>`
    : html`<th scope="col" class="${kind}">${title}</th>`;

function bodyCell(cell: Markup, index: number, column: Column | undefined): Markup {
  if (index === 0) return html`<th scope="row">${cell}</th>`;
  return column?.kind === undefined ? html`<td>${cell}</td>` : html`<td class="${column.kind}">${cell}</td>`;
}
