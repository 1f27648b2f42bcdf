/** The fields that name a work or tell of it; the parser takes a millisecond for an abstract that nobody reads. */
const WANTED = new Set(
  (
    'doi url ee howpublished eprint archiveprefix eprinttype arxiv arxivid pmid pmcid pmc openalex title year date ' +
    'author etag last_modified'
  ).split(' '),
);
/**
 * The parser takes 4 µs a character: more than this of an entry would hold up everything else. Longer fields are none that
 * name a work, but for lists of authors, of which the first are enough.
 */
const MAX_FIELD_CHARS = 8 * 1024;
const MAX_CHARS = 16 * 1024;
const FIELD_NAME = /^\s*([\w-]+)\s*=/;
const MACRO_VALUE = /^\s*[\w-]+\s*=\s*(?![\d"{])([\w:.-]+)/;

/** The entry with only the fields that are read, and the names of the macros those fields use. */
export function pickFields(entry: string): { readonly text: string; readonly macroNames: readonly string[] } {
  const [head = '', ...fields] = splitAtCommas(entry);
  const wanted = withinBudget(fields.flatMap(wantedPart));
  const macroNames = wanted.flatMap((field) => MACRO_VALUE.exec(field)?.[1] ?? []);
  const opener = head.search(/[{(]/);
  const key = head.slice(opener + 1, opener + 1 + MAX_FIELD_CHARS);
  return { text: `${head.slice(0, opener)}{${[key, ...wanted].join(',')}}`, macroNames };
}

const nameOf = (field: string): string => FIELD_NAME.exec(field)?.[1]?.toLowerCase() ?? '';

/** The field, or as much of it as is read. */
function wantedPart(field: string): readonly string[] {
  const name = nameOf(field);
  if (!WANTED.has(name)) return [];
  if (field.length <= MAX_FIELD_CHARS) return [field];
  return name === 'author' ? firstNames(field) : [];
}

/** The names up to the last `and` within the limit that stands between names, not within one. */
function firstNames(field: string): readonly string[] {
  const start = field.search(/[{"]/);
  if (start < 0 || start > MAX_FIELD_CHARS) return [];
  let depth = 0;
  let end = 0;
  for (let at = start + 1; at < MAX_FIELD_CHARS; at++) {
    const char = field[at];
    if (char === '{') depth++;
    else if (char === '}') depth--;
    else if (char === ' ' && depth === 0 && field.startsWith(' and ', at)) end = at;
  }
  return end === 0 ? [] : [`${field.slice(0, end)}${field[start] === '{' ? '}' : '"'}`];
}

function withinBudget(fields: readonly string[]): readonly string[] {
  let left = MAX_CHARS;
  return fields.filter((field) => {
    if (field.length > left) return false;
    left -= field.length;
    return true;
  });
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
