import { Failure, OutOfRoom, type Reason } from '../../core/errors.ts';

/** Where an exchange stood when it broke. */
export interface BrokenAt {
  readonly phase: 'connecting' | 'waiting for the answer' | 'reading the body';
  readonly host: string;
  /** Whether the body had a length announced, and no other framing. */
  readonly hasLength: boolean;
}

const BY_CODE: readonly (readonly [RegExp, Reason])[] = [
  [
    /^E(?:CONN(?:REFUSED|RESET|ABORTED)|PIPE|HOST(?:UNREACH|DOWN)|NET(?:UNREACH|DOWN|RESET)|ADDRNOTAVAIL|ADDRINUSE|ACCES|PERM|AFNOSUPPORT|NOTCONN|NOBUFS|NOMEM|SHUTDOWN|NONET|PROTONOSUPPORT|INVAL)$/,
    'conn-error',
  ],
  // ABORTED: a proxy that would not open the tunnel; what is given up on this side never gets here.
  [/^UND_ERR_(?:DESTROYED|CLOSED|ABORTED|PRX_CONN|PRX_TLS)$/, 'conn-error'],
  [/^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'timeout'],
  [/^(?:ENOTFOUND|ENODATA|ESERVFAIL|EREFUSED|ETIMEOUT|EBADRESP|EBADNAME|EFORMERR|EAI_[A-Z]+)$/, 'dns-error'],
  // Verdicts of OpenSSL on a certificate; those Node has no name for come as UNSPECIFIED.
  [
    /^(?:ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|EPROTO|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_|ERROR_IN_|UNSPECIFIED)/,
    'tls-error',
  ],
  // Headers without end, and the parser's assertion against a server that switches protocols unasked.
  [/^(?:UND_ERR_HEADERS_OVERFLOW|ERR_ASSERTION)$/, 'protocol-error'],
];

const codeOf = (error: Error): string => {
  if ('code' in error && typeof error.code === 'string') return error.code;
  const [first] = error instanceof AggregateError ? (error.errors as Error[]) : [];
  return first ? codeOf(first) : '';
};

/** undici's parser met something that is no answer; its own errors often come without a code. */
const isBadAnswer = (error: Error): boolean =>
  error.name === 'HTTPParserError' || /^bad (?:response|upgrade)$/.test(error.message);

function reasonOf(error: Error, { phase, hasLength }: BrokenAt): Reason | undefined {
  if (isBadAnswer(error)) return 'protocol-error';
  const code = codeOf(error);
  if (code === 'UND_ERR_SOCKET') {
    return phase === 'reading the body' && hasLength ? 'size-mismatch' : 'conn-error';
  }
  // Also raised for contradictory framing (two lengths, a length beside chunks), which is the server's grammar.
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
    return phase === 'reading the body' && hasLength ? 'size-mismatch' : 'protocol-error';
  }
  return BY_CODE.find(([codes]) => codes.test(code))?.[1];
}

/** Gives an error of the socket, the TLS library or the parser its reason; what is not known stays what it is. */
export function classifyError(error: Error, at: BrokenAt): Error {
  if (error instanceof Failure) return error;
  // No socket could be opened: that says nothing about the host.
  if (/^E[MN]FILE$/.test(codeOf(error))) {
    return new OutOfRoom('files', `${codeOf(error)} while ${at.phase}: too many open files`, {
      cause: error,
    });
  }
  const reason = reasonOf(error, at);
  if (reason === undefined) return error;
  return new Failure(reason, `${error.message || codeOf(error)} while ${at.phase}`, {
    host: at.host,
    cause: error,
    isUnreached: at.phase === 'connecting',
  });
}
