import type { Failure } from '../../src/core/errors.ts';
import type { HttpBody, HttpRequest, Send } from '../../src/http/client.ts';

export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** No answer at all. */
  readonly failure?: Failure;
  /** The body breaks after its bytes. */
  readonly brokenBody?: Failure;
}

export interface ScriptedTransport {
  readonly send: Send;
  /** Every request put on the wire, in order. */
  readonly sent: HttpRequest[];
}

/** A network that answers as told: a list in order (the last one repeats), or a function of the request. */
export function scriptedTransport(
  script: readonly ScriptedAnswer[] | ((request: HttpRequest) => ScriptedAnswer | Promise<ScriptedAnswer>),
): ScriptedTransport {
  const sent: HttpRequest[] = [];
  const answerTo = (request: HttpRequest) =>
    typeof script === 'function' ? script(request) : (script[Math.min(sent.length, script.length) - 1] ?? {});
  return {
    sent,
    async send(request) {
      request.signal.throwIfAborted();
      sent.push(request);
      request.onSent?.();
      const answer = await answerTo(request);
      if (answer.failure) throw answer.failure;
      return {
        status: answer.status ?? 200,
        headers: answer.headers ?? {},
        body: bodyOf(answer),
        url: request.url,
        hops: [request.url],
      };
    },
  };
}

function bodyOf({ body = '', brokenBody }: ScriptedAnswer): HttpBody {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return {
    async read(onChunk) {
      if (bytes.byteLength > 0) await onChunk(bytes);
      if (brokenBody) throw brokenBody;
      return { wireBytes: bytes.byteLength, decodedBytes: bytes.byteLength };
    },
    discard: async () => undefined,
  };
}
