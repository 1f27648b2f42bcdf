import type { FuzzedReader } from '../reader.ts';
import { ANSWERS } from './answers.ts';
import { BODIES } from './bodies.ts';
import { DOCUMENTS } from './documents.ts';
import { ELSEWHERE } from './elsewhere.ts';
import { HEADERS } from './headers.ts';
import { LISTS } from './lists.ts';
import { SETTINGS } from './settings.ts';
import { CORE } from './texts-of-core.ts';

/** Everything that reads what strangers wrote. */
export const READERS: readonly FuzzedReader[] = [
  ...CORE,
  ...HEADERS,
  ...LISTS,
  ...DOCUMENTS,
  ...ANSWERS,
  ...BODIES,
  ...SETTINGS,
  ...ELSEWHERE,
];
