import { plainText } from '../../core/plain-text.ts';

/** Markup that is safe to print: made by `html`, never from text. */
export interface Markup {
  readonly markup: string;
}

type Part = string | number | Markup | readonly Markup[] | false | undefined;

const LONGEST = 400;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text from outside as text between tags or in a quoted attribute: no markup, no control or direction characters. */
const escapeHtml = (text: string): string =>
  plainText(text, LONGEST).replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark);

function printed(part: Part): string {
  if (part === false || part === undefined) return '';
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}

/** A template in which every value is escaped, unless it is markup already. Attributes must be quoted. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Markup => ({
  markup: texts.map((text, index) => text + (index < parts.length ? printed(parts[index]) : '')).join(''),
});

/** Advice and meanings are our own words; what stands in backticks is code. */
export const withCode = (text: string): readonly Markup[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
