import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const corpus = resolve('../shared/corpora/naughty/blns.json');
const naughty = existsSync(corpus) ? (JSON.parse(readFileSync(corpus, 'utf8')) as string[]) : [];

/** Titles that try to be more than text. */
export const HOSTILE_TITLES: readonly string[] = [
  '<script>document.title="owned"</script>',
  '<img src=x onerror="document.title=\'owned\'">',
  '</script><svg onload=document.title="owned">',
  '"><iframe src="javascript:document.title=\'owned\'"></iframe>',
  '{{constructor.constructor("document.title=1")()}} ${document.title}',
  'left \u202Eright\u202C \u0000\u0007\u001b[31m end',
  'two\nlines\r\nand\u2028more',
  ...naughty.filter((text) => text.trim() !== '' && text.length < 300),
];

/** Works with such titles that no source knows; a few are enough for a whole run. */
export const hostileWorks = (): readonly { readonly doi: string; readonly title: string }[] =>
  HOSTILE_TITLES.slice(0, 12).map((title, n) => ({ doi: `10.5555/hostile.${n}`, title }));
