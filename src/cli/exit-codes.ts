/** What a command tells its caller by ending. */
export const EXIT = {
  /** Everything ended well. */
  ok: 0,
  /**
   * Finished, but some works failed, were quarantined or still wait, lines of the input were rejected, the listing is not
   * complete, or a check has findings.
   */
  findings: 1,
  /** Bad usage or configuration, or an input that was read to its end and names no work. */
  usage: 2,
  /** Cannot start or go on: database, disk, service, lock, or a bug. */
  cannotGoOn: 3,
  interrupted: 130,
  terminated: 143,
} as const;

/** The same in words, for `--help` and the documentation. */
export const EXIT_WORDS = [
  '0 all works ended well',
  '1 finished, but some works failed, were quarantined or still wait, lines of the input were rejected, the listing is not complete, or a check has findings',
  '2 bad usage or configuration, or the input was read to its end and no line of it names a work (1 where it was not)',
  '3 cannot start or go on',
  '130 and 143 interrupted, state saved',
] as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
