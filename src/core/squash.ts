import { LATIN_LETTERS } from './latin-letters.ts';

/** A text reduced to what identity is about, with the way back: `at[i]` is where letter `i` stands in the text. */
export interface Squashed {
  readonly letters: string;
  readonly at: readonly number[];
  readonly text: string;
}

/** Beside Latin letters the Greek ones, which titles spell out as often as not. */
const SPELT: Readonly<Record<string, string>> = {
  ...LATIN_LETTERS,
  α: 'alpha',
  β: 'beta',
  γ: 'gamma',
  δ: 'delta',
  ε: 'epsilon',
  ϵ: 'epsilon',
  ζ: 'zeta',
  η: 'eta',
  θ: 'theta',
  ι: 'iota',
  κ: 'kappa',
  λ: 'lambda',
  μ: 'mu',
  ν: 'nu',
  ξ: 'xi',
  ο: 'omicron',
  π: 'pi',
  ρ: 'rho',
  σ: 'sigma',
  ς: 'sigma',
  τ: 'tau',
  υ: 'upsilon',
  φ: 'phi',
  ϕ: 'phi',
  χ: 'chi',
  ψ: 'psi',
  ω: 'omega',
};

/** Of a character beyond ASCII. */
function plainLetters(character: string): string {
  const plain = character
    .toLowerCase()
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
  return plain.replace(/[ßæœøđðþłħıα-ωϵϕ]/gu, (letter) => SPELT[letter] ?? letter);
}

/**
 * Letters and digits only, in lower case, without accents, ligatures opened: what is left is the same however a line was
 * broken, hyphenated, spaced or set, in any script.
 */
export function squash(text: string): Squashed {
  const at: number[] = [];
  const kept: string[] = [];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 128) {
      const letter = asciiLetter(code);
      if (letter === 0) continue;
      kept.push(String.fromCharCode(letter));
      at.push(index);
      continue;
    }
    const character = String.fromCodePoint(text.codePointAt(index) ?? code);
    for (const letter of plainLetters(character)) {
      kept.push(letter);
      for (let unit = 0; unit < letter.length; unit++) at.push(index);
    }
    index += character.length - 1;
  }
  return { letters: kept.join(''), at, text };
}

/** In lower case; 0 for what is neither letter nor digit. */
function asciiLetter(code: number): number {
  if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) return code;
  return code >= 65 && code <= 90 ? code + 32 : 0;
}

export const squashed = (text: string): string => squash(text).letters;

const FORMATTING =
  /\\(?:math(?:rm|bf|it|cal|bb|sf|frak)|text(?:rm|bf|it|sc)?|operatorname|left|right|rm|bf|it|em|emph|frac|sqrt|hat|bar|tilde|vec|overline|mbox|ensuremath)\b/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** A title as sources write it, without the marks of HTML, MathML and LaTeX. */
export const bareTitle = (title: string): string =>
  title
    .slice(0, 2000)
    .replace(/&([a-z]{2,6});/gi, (entity, name: string) => ENTITIES[name.toLowerCase()] ?? entity)
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, ' ')
    .replace(FORMATTING, ' ')
    .replace(/[\\${}^_~]/g, ' ');
