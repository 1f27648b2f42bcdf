/**
 * No host is left alone for longer at one time: Retry-After and daily allowances end within a day. A stored instant
 * beyond it was written under a clock that was ahead, or is read under one that is behind, and is not believed.
 */
export const LONGEST_WAIT_MS = 24 * 3600_000;
