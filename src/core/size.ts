const UNIT_BYTES: Readonly<Record<string, number>> = {
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
};

/** How a size may be written: `50MB`, `1 GiB`, `1048576`. */
export const SIZE = /^\s*(\d{1,15}(?:\.\d{1,9})?)\s*([kmgt]?i?b)?\s*$/i;

/** Bytes of a size that matches `SIZE`: MB is 10^6, MiB is 2^20. A number is bytes already; other text is NaN. */
export function sizeInBytes(size: number | string): number {
  if (typeof size === 'number') return size;
  const match = SIZE.exec(size);
  return Math.round(Number(match?.[1]) * (UNIT_BYTES[match?.[2]?.toLowerCase() ?? 'b'] ?? Number.NaN));
}
