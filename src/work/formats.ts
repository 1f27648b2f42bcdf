import { UserError } from '../core/errors.ts';
import { bibtexFile } from './bibtex.ts';
import { cslJson } from './csl-json.ts';
import { csvTable } from './csv.ts';
import { idList, type TextInput } from './id-list.ts';
import { jsonLines } from './jsonl.ts';
import { risRecords } from './ris.ts';
import type { Source } from './source.ts';

interface InputFormat {
  readonly suffixes: readonly string[];
  readonly open: (input: TextInput, columns?: string) => Source;
}

/** Every format works can be read from: by `--format`, or by the suffix of the file (before `.gz`). */
const INPUT_FORMATS: Readonly<Record<string, InputFormat>> = {
  ids: { suffixes: ['.txt', '.ids', '.lst'], open: idList },
  jsonl: { suffixes: ['.jsonl', '.ndjson'], open: jsonLines },
  csv: { suffixes: ['.csv', '.tsv'], open: csvTable },
  bibtex: { suffixes: ['.bib', '.bibtex'], open: bibtexFile },
  ris: { suffixes: ['.ris'], open: risRecords },
  'csl-json': { suffixes: ['.json', '.csljson'], open: cslJson },
};

/**
 * Opens a list of works; the name decides unless `format` does. Standard input has no suffix and needs one. `columns` says
 * of a table what is called how: `doi=DOI,title=Title`.
 */
export function openWorks(input: TextInput, format?: string, columns?: string): Source {
  const names = Object.keys(INPUT_FORMATS).join(', ');
  if (format !== undefined) {
    const named = Object.hasOwn(INPUT_FORMATS, format) ? INPUT_FORMATS[format] : undefined;
    if (!named) throw new UserError(`unknown format "${format}"; known are ${names}`);
    return named.open(input, columns);
  }
  const file = input.name.toLowerCase().replace(/\.gz$/, '');
  const found = Object.values(INPUT_FORMATS).find(({ suffixes }) =>
    suffixes.some((suffix) => file.endsWith(suffix)),
  );
  if (!found)
    throw new UserError(`cannot tell the format of ${input.name} by its name; give --format (${names})`);
  return found.open(input, columns);
}
