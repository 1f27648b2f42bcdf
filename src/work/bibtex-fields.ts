/** The fields that name a work or tell of it; the parser takes a millisecond for an abstract that nobody reads. */
const WANTED = new Set(
  (
    'doi url ee howpublished eprint archiveprefix eprinttype arxiv arxivid pmid pmcid pmc openalex title year date ' +
    'author etag last_modified'
  ).split(' '),
);
const FIELD_NAME = /^\s*([\w-]+)\s*=/;
const MACRO_VALUE = /^\s*[\w-]+\s*=\s*(?![\d"{])([\w:.-]+)/;

/** The entry with only the fields that are read, and the names of the macros those fields use. */
export function pickFields(entry: string): { readonly text: string; readonly macroNames: readonly string[] } {
  const [head = '', ...fields] = splitAtCommas(entry);
  const wanted = fields.filter((field) => WANTED.has(FIELD_NAME.exec(field)?.[1]?.toLowerCase() ?? ''));
  const macroNames = wanted.flatMap((field) => MACRO_VALUE.exec(field)?.[1] ?? []);
  const opener = head.search(/[{(]/);
  const key = head.slice(opener + 1);
  return { text: `${head.slice(0, opener)}{${[key, ...wanted].join(',')}}`, macroNames };
}

/** Parts of an entry between the commas that stand neither in braces nor in quotes; without the closing brace. */
function splitAtCommas(entry: string): readonly string[] {
  const body = entry.trimEnd().slice(0, -1);
  const parts: string[] = [];
  let depth = 0;
  let isQuoted = false;
  let start = 0;
  for (let at = body.search(/[{(]/) + 1; at < body.length; at++) {
    const char = body[at];
    if (char === '{') depth++;
    else if (char === '}') depth--;
    else if (char === '"' && depth === 0) isQuoted = !isQuoted;
    else if (char === ',' && depth === 0 && !isQuoted) {
      parts.push(body.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(body.slice(start));
  return parts;
}
