import { countWords } from '../core/count-words.ts';
import type { Open } from './page-zones.ts';

const MIN_LINE_WORDS = 6;
const ENDED = /[.!?:;。．！？][\s"”’»)\]]*$/u;
const GOES_ON = /^\s*[\p{Ll}\d(]/u;

/** A line of a page made from a PDF, each in an element set to its place, that breaks off in a sentence. */
export const breaksOff = (text: string, { isSetLine }: Open): boolean =>
  isSetLine && !ENDED.test(text) && countWords(text) >= MIN_LINE_WORDS;

/** The next line of the same paragraph. */
export const goesOn = (text: string, { isSetLine }: Open): boolean => isSetLine && GOES_ON.test(text);
