import { type IncomingHttpHeaders, request } from 'node:http';
import type { Lab } from '../../src/lab/server.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
  /** The connection went away before the body had ended. */
  readonly broken: boolean;
}

export interface AskOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** Stop reading after so many bytes. */
  readonly atMost?: number;
}

/** Asks the lab for a URL of the simulated web, as a client with `connect_to` would. */
export function ask(lab: Pick<Lab, 'port'>, url: string, options: AskOptions = {}): Promise<Answer> {
  const { host, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: lab.port,
        path: pathname + search,
        method: options.method ?? 'GET',
        headers: { host, ...options.headers },
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        const finish = (broken: boolean) => {
          const body = Buffer.concat(chunks);
          const { statusCode = 0, headers } = response;
          resolve({ status: statusCode, headers, body, text: body.toString(), broken });
        };
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          bytes += chunk.length;
          if (options.atMost !== undefined && bytes >= options.atMost) response.destroy();
        });
        response.on('end', () => finish(false));
        response.on('error', () => finish(true));
        response.on('close', () => finish(true));
      },
    );
    outgoing.on('error', reject);
    outgoing.end();
  });
}

export const askJson = async <T>(lab: Pick<Lab, 'port'>, url: string, options: AskOptions = {}): Promise<T> =>
  JSON.parse((await ask(lab, url, options)).text) as T;
