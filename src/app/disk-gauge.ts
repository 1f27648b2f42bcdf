import { dirname } from 'node:path';
import type { Clock, Instant } from '../core/clock.ts';
import type { Emit } from '../core/events.ts';
import type { Files, Space } from '../core/files.ts';

export interface DiskGaugeDeps {
  readonly files: Pick<Files, 'space' | 'stat'>;
  readonly clock: Clock;
  readonly emit: Emit;
  /** Where artifacts are written; may not exist yet. */
  readonly root: string;
  /** Below this the disk counts as full. */
  readonly minFreeBytes: number;
}

export interface DiskGauge {
  /** Looks at most once a second; says when it changes. `running` works may still be writing. */
  isFull(running: number): Promise<boolean>;
  /** A write failed for want of space or inodes. */
  refused(): void;
}

/** How old a look at the disk may be. */
const LOOK_EVERY_MS = 1000;
/** A disk that refused although it seemed to have room is tried again no sooner, unless it has visibly more. */
const TRY_AGAIN_MS = 60_000;

async function spaceAt(files: DiskGaugeDeps['files'], path: string): Promise<Space> {
  const exists = (await files.stat(path)) !== undefined;
  return exists || dirname(path) === path ? files.space(path) : spaceAt(files, dirname(path));
}

const show = (bytes: number): string => `${Math.floor(bytes / 1e6)} MB`;

/** Watches the low-water mark, and believes a failed write over what the file system reports. */
export function diskGauge({ files, clock, emit, root, minFreeBytes }: DiskGaugeDeps): DiskGauge {
  let lookedAt: Instant = Number.NEGATIVE_INFINITY;
  let space: Space = { bytes: 0, inodes: 0 };
  /** `left`: what there was once everything under way had ended. */
  let refusal: { readonly at: Instant; left: Space | undefined } | undefined;
  let wasFull = false;

  async function look(): Promise<void> {
    if (clock.now() - lookedAt < LOOK_EVERY_MS) return;
    space = await spaceAt(files, root);
    lookedAt = clock.now();
  }

  function stillRefuses(running: number): boolean {
    if (!refusal) return false;
    // What running works give up is not what somebody freed.
    if (running > 0 || !refusal.left) refusal.left = space;
    const hasMore = space.bytes > refusal.left.bytes || space.inodes > refusal.left.inodes;
    if (clock.now() - refusal.at < TRY_AGAIN_MS && !hasMore) return true;
    refusal = undefined;
    return false;
  }

  function say(isFull: boolean): void {
    if (isFull === wasFull) return;
    wasFull = isFull;
    const left = space.inodes < 1 ? 'no inodes' : show(space.bytes);
    const message = isFull
      ? `the disk is full: ${left} left at ${root} (artifacts.min_free_bytes: ${show(minFreeBytes)}); the run pauses and goes on when there is room`
      : `there is room again: ${show(space.bytes)} at ${root}; the run goes on`;
    emit({ type: 'warning', message });
  }

  return {
    async isFull(running) {
      await look();
      const isFull = space.bytes < minFreeBytes || space.inodes < 1 || stillRefuses(running);
      say(isFull);
      return isFull;
    },
    refused() {
      refusal = { at: clock.now(), left: undefined };
      lookedAt = Number.NEGATIVE_INFINITY;
    },
  };
}
