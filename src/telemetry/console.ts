import type { Emit } from '../core/events.ts';
import type { Sink } from './sink.ts';

/** The display of a terminal as a sink; it counts and draws by itself. */
export const consoleSink = (listen: Emit): Sink => ({
  name: 'console',
  write: async (events) => events.forEach((event) => listen(event)),
  [Symbol.asyncDispose]: () => Promise.resolve(),
});
