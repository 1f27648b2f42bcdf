import { describe, expect, test } from 'vitest';
import { printTable, tableLines } from '../../src/cli/print-table.ts';
import { capturedTerminal } from '../support/captured-terminal.ts';

const COLUMNS = [{ title: 'host' }, { title: 'works', align: 'right' }] as const;

describe('a table', () => {
  test('has columns as wide as their widest cell, numbers at the right', () => {
    expect(tableLines(COLUMNS, [['a.org', 7], ['longer.example.org', 1200]])).toEqual([
      'host                works',
      'a.org                   7',
      'longer.example.org   1200',
    ]); // biome-ignore format: a picture
  });

  test('lines up wide and combining characters', () => {
    const [, wide, combined] = tableLines(COLUMNS, [
      ['論文', 1],
      ['e\u0301e\u0301', 2],
    ]);
    expect(wide).toBe('論文      1');
    expect(combined).toBe('e\u0301e\u0301        2');
  });

  test('keeps a hostile cell on one harmless line', () => {
    const [, line] = tableLines(COLUMNS, [['a\r\nb\u001b[2Jc\u202e', 1]]);
    expect(line).toMatch(/^a b\[2Jc +1$/);
  });

  test('has a bold heading on a terminal only', () => {
    const shown = capturedTerminal({ isTty: true });
    printTable(shown, COLUMNS, []);
    expect(shown.out).toEqual(['\u001b[1mhost  works\u001b[22m']);
    const piped = capturedTerminal();
    printTable(piped, COLUMNS, []);
    expect(piped.out).toEqual(['host  works']);
  });
});
