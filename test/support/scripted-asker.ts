import type { z } from 'zod';
import { Failure, reasonOfStatus } from '../../src/core/errors.ts';
import type { Candidate } from '../../src/core/plan.ts';
import type { Learnt, Work } from '../../src/core/work.ts';
import { ResolverOptions } from '../../src/resolvers/options.ts';
import { readJson } from '../../src/resolvers/read-json.ts';
import type { Ask, Asker, OptionsOf, Resolver, TextAnswer } from '../../src/resolvers/resolver.ts';

/** What a server would say; the final URL is the one asked unless given. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly body?: string;
  readonly url?: string;
}

export interface ScriptedAsker extends Asker {
  /** Everything that was asked, in order. */
  readonly asked: Ask[];
}

/** Answers by URL (or with one answer to everything), with the promises of the real client about statuses and JSON. */
export function scriptedAsker(
  answers: Answer | ((url: string) => Answer | Error | undefined),
): ScriptedAsker {
  const asked: Ask[] = [];
  const text: Asker['text'] = async (ask, accept = []) => {
    asked.push(ask);
    const answer = typeof answers === 'function' ? answers(ask.url) : answers;
    if (answer instanceof Error) throw answer;
    if (answer === undefined) throw new Failure('conn-error', `nothing is scripted for ${ask.url}`);
    const { status = 200, headers = {}, url = ask.url } = answer;
    if ((status < 200 || status > 299) && !accept.includes(status))
      throw new Failure(reasonOfStatus(status), `answered with status ${status}`, {
        url,
        httpStatus: status,
      });
    const isBinary = /^application\/(pdf|octet-stream|zip)/.test(headers['content-type'] ?? '');
    const whole = answer.json === undefined ? (answer.body ?? '') : JSON.stringify(answer.json);
    return { status, headers, url, text: isBinary ? '' : whole } satisfies TextAnswer;
  };
  return {
    asked,
    text,
    async json(ask, schema) {
      const answer = await text(ask, [404, 410]);
      if (answer.status === 404 || answer.status === 410) return undefined;
      if (answer.text.trim() === '') throw new Failure('empty-body', 'an empty answer', { url: answer.url });
      return readJson(answer, schema);
    },
  };
}

export interface Resolution {
  readonly candidates: readonly Candidate[];
  readonly learnt: Learnt;
  readonly leads: readonly string[];
  readonly asked: readonly Ask[];
  /** What the resolver threw, if it did. */
  readonly failure?: Failure;
}

export interface ResolveSetting {
  readonly options?: Readonly<Record<string, unknown>>;
  readonly mailto?: string;
  readonly leads?: readonly string[];
  readonly refused?: readonly string[];
  readonly today?: string;
  /** What a batch said of the work. */
  readonly answer?: unknown;
}

/** Runs a resolver to its end against a scripted client. Anything but a `Failure` propagates. */
export async function resolve(
  resolver: Resolver,
  work: Work,
  { asker, ...setting }: ResolveSetting & { readonly asker: ScriptedAsker },
): Promise<Resolution> {
  const candidates: Candidate[] = [];
  const leads: string[] = [];
  let learnt: Learnt = {};
  const context = {
    ask: asker,
    options: ResolverOptions.extend(resolver.own).parse(setting.options ?? {}) as OptionsOf<z.ZodRawShape>,
    mailto: setting.mailto,
    learn: (facts: Learnt) => void (learnt = { ...learnt, ...facts }),
    lead: (url: string) => void leads.push(url),
    leads: setting.leads ?? [],
    today: setting.today ?? '2026-11-15T12:00:00.000Z',
    answer: setting.answer,
    refused: setting.refused ?? [],
    signal: new AbortController().signal,
  };
  try {
    for await (const candidate of resolver.plans(work, context)) candidates.push(candidate);
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    return { candidates, learnt, leads, asked: asker.asked, failure };
  }
  return { candidates, learnt, leads, asked: asker.asked };
}
