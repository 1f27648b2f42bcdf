import { plainText } from '../core/plain-text.ts';

const LONGEST = 200;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Text from outside as text inside a line or a table cell: no markup, no HTML, no second line. Angle brackets become
 * entities, since not every renderer honours a backslash before them.
 */
export const escapeMarkdown = (text: string): string =>
  plainText(text, LONGEST)
    .replace(/[\\`*_{}[\]()#|~!$^]/g, String.raw`\$&`)
    .replace(/[&<>]/g, (mark) => ENTITIES[mark] ?? mark);
