import { flaskNotFound, json, type LabRequest, type Reply } from '../reply.ts';
import type { World } from '../world.ts';
import { fileReply } from './file-reply.ts';
import type { Account } from './openalex-account.ts';

const PRICE_USD = 0.01;

/** The files OpenAlex sells: nothing without a key; what is not there costs nothing. */
export function soldFile(world: World, { url, headers }: LabRequest, account: Account): Reply {
  if (url.pathname === '/robots.txt') return flaskNotFound();
  const key = url.searchParams.get('api_key') ?? /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  if (key === undefined) {
    return account.metered(json(401, { error: 'Unauthorized', message: 'An API key is required.' }), 0);
  }
  const id = /^\/works\/(W\d+)(?:\.pdf)?$/.exec(url.pathname)?.[1];
  const work = id === undefined ? undefined : world.work('openalex', id);
  const copy = work?.setup.holdings?.openalexContent;
  if (!work || !copy) return account.metered(flaskNotFound(), 0);
  return account.charge(PRICE_USD, () => fileReply(world, work, copy));
}
