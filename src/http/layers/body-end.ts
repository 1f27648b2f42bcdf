import type { BodySize, HttpBody, HttpResponse } from '../client.ts';

export type BodyEnd =
  | { readonly kind: 'read'; readonly size: BodySize }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'discarded' };

type Told = (end: BodyEnd) => void;

const LISTENERS = Symbol('who is told how the body ended');

interface ObservedBody extends HttpBody {
  readonly [LISTENERS]: Told[];
}

const isObserved = (body: HttpBody): body is ObservedBody => LISTENERS in body;

function observed(body: HttpBody): ObservedBody {
  const listeners: Told[] = [];
  const tell = (end: BodyEnd): void => {
    for (const told of listeners.splice(0)) told(end);
  };
  return {
    [LISTENERS]: listeners,
    async read(onChunk) {
      try {
        const size = await body.read(onChunk);
        tell({ kind: 'read', size });
        return size;
      } catch (error) {
        tell({ kind: 'failed', error });
        throw error;
      }
    },
    async discard() {
      await body.discard();
      tell({ kind: 'discarded' });
    },
  };
}

/**
 * The same response, telling once how its body ended: what is held for an exchange is held until then. The layer nearest
 * the wire is told first.
 */
export function whenBodyEnds(response: HttpResponse, told: Told): HttpResponse {
  const body = isObserved(response.body) ? response.body : observed(response.body);
  body[LISTENERS].push(told);
  return body === response.body ? response : { ...response, body };
}
