import type { Emit } from '../core/events.ts';

/** What each listener was warned of. */
const told = new WeakMap<Emit, Set<string>>();
/** Enough to say what is wrong; a message that differs for every work must not fill the screen. */
const MOST_WARNINGS = 20;

/** Warns of what concerns every work alike, once. */
export function tellOnce(emit: Emit, message: string): void {
  const known = told.get(emit) ?? new Set();
  told.set(emit, known);
  if (known.has(message) || known.size >= MOST_WARNINGS) return;
  known.add(message);
  emit({ type: 'warning', message });
}
