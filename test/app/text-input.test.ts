import { describe, expect, test } from 'vitest';
import { textInput } from '../../src/app/wire-sources.ts';
import { UserError } from '../../src/core/errors.ts';
import { idList } from '../../src/work/id-list.ts';
import { gatherUntilBroken, readAll } from '../work/read-sources.ts';

/** A file whose reading fails after this much of it. */
const failing = (text: string) => ({
  isReadOnce: () => false,
  async *open() {
    if (text !== '') yield Buffer.from(text);
    throw Object.assign(new Error('i/o error, read'), { code: 'EIO' });
  },
});

describe('a file that cannot be read', () => {
  test('at all is a mistake of the call', async () => {
    const reading = readAll(idList(textInput('ids.txt', failing(''))));
    await expect(reading).rejects.toThrow(UserError);
  });

  test('any further keeps what came before, rejects the piece it ends in, and breaks the listing off', async () => {
    const found = await gatherUntilBroken(
      idList(textInput('ids.txt', failing('10.1000/a\n10.1000/b\n10.1000/c'))),
    );
    const problem = 'it cannot be read any further: i/o error, read';
    expect(found.ids).toEqual(['doi:10.1000/a', 'doi:10.1000/b']);
    expect(found.rejects).toEqual([`ids.txt:3 ${problem}`]);
    expect(found.broken).toBe(`ids.txt, line 3: ${problem}`);
  });
});
