/** What happened, in order: always as a hash, and as lines where somebody wants to read them. */
export interface Trace {
  /** `about`: the work, host or file it concerns, for the timeline of one of them. */
  note(who: string, what: string): void;
  hash(): string;
  readonly lines: readonly TraceLine[];
}

export interface TraceLine {
  readonly atMs: number;
  readonly who: string;
  readonly what: string;
}

export function startTrace(now: () => number, keepsLines: boolean): Trace {
  const startedAt = now();
  const lines: TraceLine[] = [];
  let hash = 0x811c9dc5;
  const mix = (text: string): void => {
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  };
  return {
    lines,
    note(who, what) {
      const atMs = now() - startedAt;
      mix(who);
      mix(what);
      hash = Math.imul(hash ^ Math.round(atMs * 16), 0x01000193);
      if (keepsLines) lines.push({ atMs, who, what });
    },
    hash: () => (hash >>> 0).toString(16).padStart(8, '0'),
  };
}
