import { describe, expect, test } from 'vitest';
import { UserError } from '../../src/core/errors.ts';
import { openWorks } from '../../src/work/formats.ts';
import { inputOf } from './read-sources.ts';

describe('openWorks', () => {
  test.each([
    ['a.txt', undefined, 'ids:a.txt'],
    ['A.JSONL', undefined, 'jsonl:A.JSONL'],
    ['a.ndjson.gz', undefined, 'jsonl:a.ndjson.gz'],
    ['a.txt', 'jsonl', 'jsonl:a.txt'],
    ['a.csv', undefined, 'csv:a.csv'],
    ['a.tsv.gz', undefined, 'csv:a.tsv.gz'],
    ['a.bib', undefined, 'bibtex:a.bib'],
    ['a.ris', undefined, 'ris:a.ris'],
    ['a.json', undefined, 'csl-json:a.json'],
    ['-', 'csl-json', 'csl-json:-'],
    ['-', 'ids', 'ids:-'],
  ])('%s with format %s is read as %s', (name, format, source) => {
    expect(openWorks(inputOf('', name), format).name).toBe(source);
  });

  test.each([
    ['-', undefined],
    ['works.xlsx', undefined],
    ['a.txt', 'nonsense'],
    ['a.txt', 'constructor'],
  ])('%s with format %s is a usage error that names the known formats', (name, format) => {
    expect(() => openWorks(inputOf('', name), format)).toThrow(UserError);
    expect(() => openWorks(inputOf('', name), format)).toThrow('ids, jsonl, csv, bibtex, ris, csl-json');
  });
});
