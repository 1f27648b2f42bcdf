import type { z } from 'zod';
import { Failure } from '../core/errors.ts';
import { isNestedBomb } from '../core/nests-deeper.ts';
import type { TextAnswer } from './resolver.ts';

/** Reads JSON from an answer whose status the resolver has judged by itself. */
export function readJson<T>(answer: TextAnswer, schema: z.ZodType<T>): T {
  let json: unknown;
  if (isNestedBomb(answer.text))
    throw new Failure('parse-error', 'an answer that nests without end', { url: answer.url });
  try {
    json = JSON.parse(answer.text);
  } catch (cause) {
    throw new Failure('parse-error', 'an answer that is not JSON', { url: answer.url, cause });
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new Failure('parse-error', 'JSON of an unexpected shape', { url: answer.url, cause: parsed.error });
}

/** Reads one work's part of a batch answer. */
export function told<T>(record: unknown, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(record);
  if (parsed.success) return parsed.data;
  throw new Failure('parse-error', 'JSON of an unexpected shape in a batch', { cause: parsed.error });
}
