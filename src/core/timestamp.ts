const ISO = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,3})\d*)?Z$/;
const DAY_MS = 86_400_000;

/** Milliseconds since the epoch of a timestamp as records carry it (ISO 8601, UTC); NaN for anything else. */
export function timestampMs(iso: string): number {
  const parts = ISO.exec(iso);
  if (!parts) return Number.NaN;
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1, 7).map(Number);
  const fraction = Number((parts[7] ?? '').padEnd(3, '0'));
  return (
    daysSinceEpoch(year, month, day) * DAY_MS + ((hours * 60 + minutes) * 60 + seconds) * 1000 + fraction
  );
}

/** Gregorian calendar, with years that begin in March so that the leap day comes last (Hinnant's `days_from_civil`). */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return y * 365 + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + dayOfYear - 719_468;
}
