/** A value of the configuration that nobody may see, under the name of its key. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

export type Mask = (text: string) => string;

export interface SecretMask {
  readonly mask: Mask;
  /** Length of the longest text that is replaced; 0: nothing ever is. */
  readonly longest: () => number;
  /**
   * How much of the beginning of a text can be masked by itself, whatever comes after it: what is left is shorter than
   * the longest secret. Takes linear time.
   */
  readonly decided: (text: string) => number;
}

/** Shorter values are words, not keys: to hide them would hide the text around them. */
const MIN_CHARS = 8;

const utf8Text = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');

/**
 * The characters of Base64 that stand for the value alone, for each of the three places it may have in what was encoded
 * (`user:password` is encoded as one).
 */
function base64Forms(value: string): readonly string[] {
  const bytes = utf8Text(value);
  return [0, 1, 2].map((shift) =>
    btoa('\0'.repeat(shift) + bytes).slice(
      Math.ceil((shift * 4) / 3),
      Math.floor(((shift + bytes.length) * 4) / 3),
    ),
  );
}

/** A value as it may stand in text: plain, in bytes read as Latin-1, in a host name, in a URL, in a form, in JSON, in Base64. */
function formsOf(value: string): readonly string[] {
  const inUrl = encodeURIComponent(value.toWellFormed());
  const inBase64 = base64Forms(value);
  return [
    value,
    utf8Text(value),
    value.toLowerCase(),
    inUrl,
    inUrl.replace(/%../g, (escape) => escape.toLowerCase()),
    inUrl.replaceAll('%20', '+'),
    JSON.stringify(value).slice(1, -1),
    ...inBase64,
    ...inBase64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
  ];
}

/**
 * The last exit: replaces every secret, in any form, by `[secret:<name>]`. Secrets are kept out of records and messages
 * where they are made; this is for what comes back from outside, such as a server that repeats its key in a redirect.
 */
export function secretMask(secrets: readonly Secret[]): SecretMask {
  const nameOf = new Map<string, string>();
  for (const { name, value } of secrets) {
    if (value.length < MIN_CHARS) continue;
    for (const form of formsOf(value)) if (!nameOf.has(form)) nameOf.set(form, name);
  }
  const [longest = '', ...others] = [...nameOf.keys()].sort((a, b) => b.length - a.length);
  if (longest === '') return { mask: (text) => text, longest: () => 0, decided: (text) => text.length };
  const any = new RegExp([longest, ...others].map((form) => RegExp.escape(form)).join('|'), 'g');
  return {
    mask: (text) => text.replace(any, (form) => `[secret:${nameOf.get(form)}]`),
    longest: () => longest.length,
    decided(text) {
      // A secret that begins here or later may not be whole yet.
      const open = Math.max(0, text.length - longest.length + 1);
      let end = open;
      for (const { 0: form, index } of text.matchAll(any)) {
        if (index >= open) break;
        end = Math.max(end, index + form.length);
      }
      return end;
    },
  };
}

export const maskSecrets = (secrets: readonly Secret[]): Mask => secretMask(secrets).mask;

/** The same value with every text in it masked; what has no text to mask stays the very same object. */
export function maskDeep<T>(value: T, mask: Mask): T {
  if (typeof value === 'string') return mask(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const masked = value.map((item: unknown) => maskDeep(item, mask));
    return masked.some((item, index) => item !== value[index]) ? (masked as T) : value;
  }
  const texts = value as Readonly<Record<string, unknown>>;
  const masked = Object.entries(texts).map(([key, item]) => [key, maskDeep(item, mask)] as const);
  return masked.every(([key, item]) => item === texts[key]) ? value : (Object.fromEntries(masked) as T);
}
