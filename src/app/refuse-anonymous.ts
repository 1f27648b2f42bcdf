import type { Config } from '../config/schema.ts';
import { UserError } from '../core/errors.ts';

/** Servers must be able to reach whoever asks them; a lab that stands in for all hosts need not. */
export function refuseAnonymous({ mailto, http }: Config): void {
  if (mailto !== null || '*' in http.connect_to) return;
  throw new UserError(
    'mailto is not set: give a contact address (config mailto, or DTKG_MAILTO) before asking real servers',
  );
}
