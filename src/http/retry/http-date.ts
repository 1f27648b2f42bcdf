const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY_MS = 86_400_000;
const YEAR_MS = 365.2425 * DAY_MS;

/** RFC 9110 5.6.7: the one form in use, and the two that servers have not all forgotten. */
const FORMS = [
  /^(?:mon|tue|wed|thu|fri|sat|sun), (?<day>\d\d) (?<month>[a-z]{3}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) gmt$/i,
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day, (?<day>\d\d)-(?<month>[a-z]{3})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) gmt$/i,
  /^(?:mon|tue|wed|thu|fri|sat|sun) (?<month>[a-z]{3}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/i,
];

/** Days since 1970-01-01 in the proleptic Gregorian calendar; `month` from 0. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const shifted = month < 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 10) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** A two-digit year that seems to lie more than 50 years ahead means the one with the same digits in the past. */
function fullYear(digits: string, nowMs: number): number {
  if (digits.length === 4) return Number(digits);
  const thisYear = 1970 + Math.floor(nowMs / YEAR_MS);
  const year = Math.floor(thisYear / 100) * 100 + Number(digits);
  return year > thisYear + 50 ? year - 100 : year;
}

/** `08:49:37` in milliseconds; 60 seconds are a leap second. */
function timeOfDayMs(text: string): number | undefined {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  return hours > 23 || minutes > 59 || seconds > 60
    ? undefined
    : ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

/** Milliseconds since the epoch of an HTTP date in any of its three forms; `undefined` when it is none. */
export function parseHttpDate(text: string, nowMs: number): number | undefined {
  const parts = FORMS.map((form) => form.exec(text.trim())?.groups).find((groups) => groups !== undefined);
  if (!parts) return undefined;
  const { day: dayText = '', month: monthText = '', year = '', time = '' } = parts;
  const day = Number(dayText);
  const month = MONTHS.indexOf(monthText.toLowerCase());
  const timeMs = timeOfDayMs(time);
  if (month < 0 || day < 1 || day > 31 || timeMs === undefined) return undefined;
  return daysSinceEpoch(fullYear(year, nowMs), month, day) * DAY_MS + timeMs;
}
