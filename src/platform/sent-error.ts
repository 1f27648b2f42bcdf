import { UserError } from '../core/errors.ts';

/** Classes and codes do not survive the way between threads and processes; what a `UserError` or the system says does. */
export type SentError =
  | { readonly userMessage: string; readonly exitCode: 2 | 3 }
  | { readonly other: unknown; readonly code?: string };

export function packError(error: unknown): SentError {
  if (error instanceof UserError) return { userMessage: error.message, exitCode: error.exitCode };
  const hasCode = error instanceof Error && 'code' in error && typeof error.code === 'string';
  return { other: error, ...(hasCode && { code: error.code as string }) };
}

export function unpackError(sent: SentError): unknown {
  if ('userMessage' in sent) return new UserError(sent.userMessage, sent.exitCode);
  const { other, code } = sent;
  return code !== undefined && other instanceof Error ? Object.assign(other, { code }) : other;
}
