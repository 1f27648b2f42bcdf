const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** `1,234,567`. */
export const showCount = (count: number): string =>
  String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',');

/** `1 work`, `1,234 works`. */
export const showWorks = (count: number): string => showNoun(count, 'work');

/** `1 request`, `2 requests`. */
export const showNoun = (count: number, noun: string): string =>
  `${showCount(count)} ${noun}${count === 1 ? '' : 's'}`;

/** `14.3 MB`: powers of 1000, as sizes are configured. */
export function showBytes(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1000 ** power;
  return `${power === 0 ? Math.round(amount) : amount.toFixed(1)} ${UNITS[power]}`;
}

/** `340 ms`, `3.4 s`, `2 min 05 s`, `1 h 02 min`. */
export function showDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${twoDigits(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${twoDigits(minutes % 60)} min`;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** `87.5 %`. */
export const showShare = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Up to three decimals, without trailing zeros. */
export const showNumber = (value: number): string => String(Math.round(value * 1000) / 1000);

export const showOr = <T>(value: T | null, show: (value: T) => string): string =>
  value === null ? '–' : show(value);
