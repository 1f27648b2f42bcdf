import { UserError } from '../core/errors.ts';
import { idList, type TextInput } from './id-list.ts';
import { jsonLines } from './jsonl.ts';
import type { Source } from './source.ts';

interface InputFormat {
  readonly suffixes: readonly string[];
  readonly open: (input: TextInput) => Source;
}

/** Every format works can be read from: by `--format`, or by the suffix of the file (before `.gz`). */
const INPUT_FORMATS: Readonly<Record<string, InputFormat>> = {
  ids: { suffixes: ['.txt', '.ids', '.lst'], open: idList },
  jsonl: { suffixes: ['.jsonl', '.ndjson'], open: jsonLines },
};

/** Opens a list of works; the name decides unless `format` does. Standard input has no suffix and needs one. */
export function openWorks(input: TextInput, format?: string): Source {
  const names = Object.keys(INPUT_FORMATS).join(', ');
  if (format !== undefined) {
    const named = Object.hasOwn(INPUT_FORMATS, format) ? INPUT_FORMATS[format] : undefined;
    if (!named) throw new UserError(`unknown format "${format}"; known are ${names}`);
    return named.open(input);
  }
  const file = input.name.toLowerCase().replace(/\.gz$/, '');
  const found = Object.values(INPUT_FORMATS).find(({ suffixes }) =>
    suffixes.some((suffix) => file.endsWith(suffix)),
  );
  if (!found)
    throw new UserError(`cannot tell the format of ${input.name} by its name; give --format (${names})`);
  return found.open(input);
}
