import { decoded, json, type LabContext, type LabRequest, type Provider, type Reply } from '../reply.ts';
import type { World } from '../world.ts';

const ELSEVIER = 'api.elsevier.com';
const WILEY = 'api.wiley.com';

const refusal = (host: string): Reply =>
  host === ELSEVIER
    ? json(401, {
        'service-error': { status: { statusCode: 'AUTHENTICATION_ERROR', statusText: 'Invalid API Key' } },
      })
    : json(403, { fault: { faultstring: 'Wiley-TDM-Client-Token is missing or invalid' } });

const WILEY_PATH = '/onlinelibrary/tdm/v1/articles/';

/** Elsevier names articles by PII, which here is the work's number; Wiley by DOI. */
function file(world: World, { host, url }: LabRequest): Reply {
  const work =
    host === ELSEVIER
      ? world.works[Number(/^\/content\/article\/PII:S(\d+)$/.exec(decoded(url.pathname))?.[1])]
      : world.work('doi', decoded(url.pathname.slice(WILEY_PATH.length)));
  const copy = work?.setup.holdings?.miningService;
  if (!copy) return json(404, { error: 'not found' });
  const type = copy.format === 'pdf' ? 'application/pdf' : 'text/xml';
  return { status: 200, headers: { 'content-type': type }, body: world.shelf.bytes(copy) };
}

/** The text-mining services of two publishers: nothing without a key, and each key in its own header. */
export function miningServices({ world }: LabContext): Provider {
  return {
    hosts: [ELSEVIER, WILEY],
    answer(request: LabRequest): Reply {
      const { host, url, headers } = request;
      if (url.pathname === '/robots.txt') return { status: 404, body: '' };
      const key = host === ELSEVIER ? headers['x-els-apikey'] : headers['wiley-tdm-client-token'];
      return key === undefined ? refusal(host) : file(world, request);
    },
  };
}
