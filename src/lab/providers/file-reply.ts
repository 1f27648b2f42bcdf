import type { Copy } from '../behaviour.ts';
import { entityOf } from '../faults.ts';
import type { Reply } from '../reply.ts';
import type { LabWork, World } from '../world.ts';

/** A copy as a repository hands it out. */
export const fileReply = (world: World, { paper }: LabWork, copy: Copy): Reply => ({
  status: 200,
  headers: { 'content-type': 'application/pdf' },
  body: world.shelf.bytes(copy),
  entity: entityOf(world.seed, copy, { validators: 'both', date: paper.date }),
});

/** A paper of nobody: the supplement, figure or second file that must not be taken for the text. */
export const otherCopy = (world: World, { paper }: LabWork): Copy => ({
  work: world.works.length + paper.index,
  version: 'published',
  format: 'pdf',
});
