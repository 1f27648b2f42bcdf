import type { Event } from '../core/events.ts';

/**
 * Where events go besides the records of a run. A sink may be slow and may fail: the fan-out in front of it keeps both
 * away from the pipeline. Batches come in order, one at a time; after disposal none comes.
 */
export interface Sink extends AsyncDisposable {
  readonly name: string;
  write(events: readonly Event[]): Promise<void>;
}
