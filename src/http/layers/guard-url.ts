import { Failure } from '../../core/errors.ts';
import { hostKey, parseUrl } from '../../core/url.ts';
import type { UrlPolicy } from '../address/url-policy.ts';
import { redactUrl } from '../redact-url.ts';
import { type Hop, type HopLayer, hopFacts } from './hop.ts';

const REFUSED = new Set(['blocked-address', 'https-only']);

/** Codes of a server that does not speak TLS where https was tried. */
const isNoTls = (failure: Failure): boolean =>
  failure.reason === 'tls-error' ||
  (failure.cause instanceof Error && 'code' in failure.cause && failure.cause.code === 'ECONNREFUSED');

/**
 * Lets through only URLs the policy admits, http ones as https. The addresses behind a name are judged where they are
 * dialled; a refusal from there is recorded here as well.
 */
export function guardUrl(policy: UrlPolicy): HopLayer {
  const admit = (hop: Hop): URL => {
    const url = parseUrl(hop.url);
    if (!url) throw new Failure('parse-error', 'not a URL', { url: redactUrl(hop.url) });
    return policy.admit(url);
  };
  const noteRefusal = (hop: Hop, failure: Failure): void => {
    if (!REFUSED.has(failure.reason)) return;
    const host = parseUrl(hop.url)?.host ?? '';
    hop.note({
      ...hopFacts({ ...hop, host, parsed: undefined }),
      status: 'content-policy-skip',
      reason: failure.reason,
      extra: { why: failure.message },
    });
  };
  return (next) => async (hop) => {
    let upgraded = false;
    try {
      const url = admit(hop);
      upgraded = url.protocol === 'https:' && /^http:/i.test(hop.url);
      return await next({ ...hop, host: hostKey(url), parsed: url, url: upgraded ? url.href : hop.url });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const failure =
        upgraded && isNoTls(error)
          ? new Failure('https-only', 'only plain http answers at this URL', {
              url: redactUrl(hop.url),
              cause: error,
            })
          : error;
      noteRefusal(hop, failure);
      throw failure;
    }
  };
}
