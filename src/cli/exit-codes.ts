/** What a command tells its caller by ending. */
export const EXIT = {
  /** Everything ended well. */
  ok: 0,
  /** Finished, but some works failed, were quarantined or still wait, or a check has findings. */
  findings: 1,
  /** Bad usage or configuration. */
  usage: 2,
  /** Cannot start or go on: database, disk, service, lock, or a bug. */
  cannotGoOn: 3,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
