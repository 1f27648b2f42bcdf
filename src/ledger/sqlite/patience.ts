import type { Clock } from '../../core/clock.ts';
import { UserError } from '../../core/errors.ts';
import type { Random } from '../../core/random.ts';
import { isBusy } from '../../platform/sqlite.ts';

/** How long other writers may hold the file before we give up, and how soon we look again on average. */
const PATIENCE_MS = 5000;
const LOOK_AGAIN_MS = 15;

export interface Ports {
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Asks again, with a little jitter and the thread free meanwhile, as long as another process holds the file. `attempt`
 * must change nothing when it throws `isBusy`.
 */
export async function patiently<T>({ clock, random }: Ports, attempt: () => T): Promise<T> {
  const giveUpAt = clock.now() + PATIENCE_MS;
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (clock.now() >= giveUpAt) {
        const seconds = PATIENCE_MS / 1000;
        throw new UserError(
          `the database is busy: others wrote to it for ${seconds} seconds; try again`,
          3,
          error,
        );
      }
    }
    await clock.sleep(LOOK_AGAIN_MS * (0.5 + random.next()));
  }
}
