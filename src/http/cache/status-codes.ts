import { STATUS_CODES } from 'node:http';

/** RFC 9110 15.1, and 451 (RFC 7725); 206 is left out because parts are not kept. */
const HEURISTIC = new Set([200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 451, 501]);

/** Parts are not put together here, and RFC 6585 forbids to keep the other four. */
const NEVER_KEPT = new Set([206, 304, 428, 429, 431, 511]);

export const isHeuristicallyCacheable = (status: number): boolean => HEURISTIC.has(status);
export const isKept = (status: number): boolean => status >= 200 && !NEVER_KEPT.has(status);

/** Its meaning is known (`must-understand`). */
export const isUnderstood = (status: number): boolean => STATUS_CODES[status] !== undefined;
