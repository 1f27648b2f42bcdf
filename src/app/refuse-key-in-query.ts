import { UserError } from '../core/errors.ts';

/** A parameter whose name says that its value is secret, or a password before the host. */
const SECRET_PARAMETER = /[?&;]([\w.~-]*(?:key|token|secret|passw|auth_|authorization)[\w.~-]*)=[^&;\s]/i;
const PASSWORD = /^\s*https?:\/\/[^/?#@]*:[^/?#@]+@/i;

/** A query is stored with its run, and of an address only what selects works is sent: a key in it would be kept and not used. */
export function refuseKeyInQuery(query: string | null | undefined): void {
  const text = query?.replaceAll(/%5f/gi, '_').replaceAll(/%2d/gi, '-');
  if (text === undefined) return;
  const name = SECRET_PARAMETER.exec(text)?.[1] ?? (PASSWORD.test(text) ? 'password' : undefined);
  if (name === undefined) return;
  throw new UserError(
    `the query holds a secret (${name}): take it out and give the key as resolvers.openalex.api_key`,
  );
}
