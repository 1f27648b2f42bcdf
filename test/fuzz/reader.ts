import { Failure, UserError } from '../../src/core/errors.ts';

/** Ends one stretch of work: whoever else waits has a turn. A reader calls it where production yields. */
export type Turn = () => Promise<void>;

/** Something of the program that reads what strangers wrote. */
export interface FuzzedReader {
  readonly name: string;
  /** Characters up to which production hands it a text. */
  readonly cap: number;
  /** What texts are made of: pieces of the grammar, whole, broken and odd. */
  readonly tokens: readonly string[];
  /** What every text begins and ends with, so that it gets past the door. */
  readonly frame?: readonly [string, string];
  /** Throws nothing but what it declares, and returns something whose size is bounded by `bound`. */
  run(text: string, turn: Turn): unknown;
  /** Largest result, as JSON, in characters; 32 times the text (escapes) and a little unless said. */
  readonly bound?: number;
  /**
   * Whether one call may hold the thread longer: it runs in a process of its own under a deadline. Such readers are
   * still held to ends that are declared.
   */
  readonly isElsewhere?: boolean;
  /** Of 1000 inputs, how many it gets: slow ones get fewer. */
  readonly share?: number;
}

/** What a reader may throw: failures with a token, and words for the user. */
export const isDeclared = (error: unknown): boolean => error instanceof Failure || error instanceof UserError;
