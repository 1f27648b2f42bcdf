/** One thing that was checked. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warning' | 'problem';
  readonly found: string;
  /** What to do about it; null where nothing is to be done. */
  readonly advice: string | null;
}

export const good = (check: string, found: string): Finding => ({ check, status: 'ok', found, advice: null });

/** It will run, but not as well as it could. */
export const warning = (check: string, found: string, advice: string): Finding => ({
  check,
  status: 'warning',
  found,
  advice,
});

/** It will not run, or not to the end. */
export const problem = (check: string, found: string, advice: string): Finding => ({
  check,
  status: 'problem',
  found,
  advice,
});
