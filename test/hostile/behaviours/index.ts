import type { Behaviour } from '../behaviour.ts';
import { CODINGS, VOLUME } from './bodies.ts';
import { CONNECTION } from './connection.ts';
import { FRAMING } from './framing.ts';
import { HEADERS } from './headers.ts';
import { KEPT, ROBOTS } from './kept.ts';
import { REDIRECTS } from './redirects.ts';
import { STATUS_LINE } from './status-line.ts';
import { TLS } from './tls.ts';

/** Everything no honest server does, and a few things honest ones do. */
export const BEHAVIOURS: readonly Behaviour[] = [
  ...CONNECTION,
  ...STATUS_LINE,
  ...HEADERS,
  ...FRAMING,
  ...CODINGS,
  ...VOLUME,
  ...REDIRECTS,
  ...KEPT,
  ...ROBOTS,
  ...TLS,
];
