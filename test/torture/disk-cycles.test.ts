import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { canMount, diskCycles } from './disk-cycles.ts';

test.skipIf(!canMount()).each(['bytes', 'inodes'] as const)(
  'a disk without %s left pauses the run, and it goes on when there is room',
  async (shortage) => {
    await using dir = await tempDir();
    const result = await diskCycles({
      cycles: 1,
      works: 30,
      seed: 7,
      folder: join(dir.path, shortage),
      shortage,
    });
    expect(result.violations).toEqual([]);
    expect(result).toMatchObject({ pauses: 1, resumes: 1 });
  },
  180_000,
);
