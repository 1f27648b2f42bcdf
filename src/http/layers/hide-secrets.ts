import type { Mask, SecretMask } from '../../core/mask-secrets.ts';
import type { HeaderMap, HttpBody, HttpResponse } from '../client.ts';
import type { Hop, HopLayer, HopSend } from './hop.ts';

type Sink = (chunk: Uint8Array) => void | Promise<void>;

/** Masks a body as it passes; as much is held back as a secret that is not whole yet could need. */
function masking(secrets: SecretMask, onChunk: Sink) {
  let held = '';
  const handOn = (text: string): void | Promise<void> =>
    text === '' ? undefined : onChunk(Buffer.from(secrets.mask(text), 'latin1'));
  return {
    push(chunk: Uint8Array): void | Promise<void> {
      const text = held + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
      const cut = secrets.decided(text);
      held = text.slice(cut);
      return handOn(text.slice(0, cut));
    },
    end: () => handOn(held),
  };
}

const maskedBody = (body: HttpBody, secrets: SecretMask): HttpBody => ({
  ...body,
  async read(onChunk) {
    const masked = masking(secrets, onChunk);
    const size = await body.read(masked.push);
    await masked.end();
    return size;
  },
});

const maskedHeaders = (headers: HeaderMap, mask: Mask): HeaderMap =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, mask(value)]));

/**
 * Servers repeat what they are told: in links, titles, error pages. None of our secrets gets past here, so that it can
 * become part of no plan, no file name and no record, and be carried to no other origin. Artifacts are left as they are:
 * their bytes are the point.
 */
export function hideSecrets(secrets: SecretMask): HopLayer {
  const { mask } = secrets;
  const hidden = (response: HttpResponse): HttpResponse => ({
    ...response,
    headers: maskedHeaders(response.headers, mask),
    url: mask(response.url),
    hops: response.hops.map(mask),
  });
  const masked = async (hop: Hop, next: HopSend): Promise<HttpResponse> => {
    const response = await next(hop);
    const shown = hidden(response);
    return hop.role === 'artifact' ? shown : { ...shown, body: maskedBody(response.body, secrets) };
  };
  return (next) => (hop) => (secrets.longest() === 0 ? next(hop) : masked(hop, next));
}
