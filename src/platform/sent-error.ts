import { UserError } from '../core/errors.ts';

/** Classes do not survive the way between threads and processes; what a `UserError` says does. */
export type SentError =
  | { readonly userMessage: string; readonly exitCode: 2 | 3 }
  | { readonly bug: unknown };

export const packError = (error: unknown): SentError =>
  error instanceof UserError ? { userMessage: error.message, exitCode: error.exitCode } : { bug: error };

export const unpackError = (sent: SentError): unknown =>
  'bug' in sent ? sent.bug : new UserError(sent.userMessage, sent.exitCode);
