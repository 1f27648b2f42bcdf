/** Randomness as a port: a seeded one makes any run repeatable. `next` is uniform in [0, 1). */
export interface Random {
  next(): number;
  /** A time-ordered unique id (UUID version 7). */
  id(): string;
}
