/** Names of query parameters whose values are credentials, contact addresses or signatures. */
const SECRET_NAME =
  /^(?:api[-_]?key|key|auth(?:orization)?|pass(?:word|wd)?|pwd|e?-?mail|mailto|sig|hmac|jwt|awsaccesskeyid|key-pair-id|policy|session(?:_?id)?|sid|code)$|apikey$|token|secret|signature|credential/i;

/** Whether a query parameter of this name carries what is not to be written down. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name);

const MASK = '***';

const decoded = (name: string): string => {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
};

const maskPair = (pair: string): string => {
  const equals = pair.indexOf('=');
  if (equals < 0 || !SECRET_NAME.test(decoded(pair.slice(0, equals)))) return pair;
  return `${pair.slice(0, equals)}=${MASK}`;
};

/**
 * A URL as it may be written down: no user and password, no fragment, no values of parameters that carry credentials,
 * contact addresses or presigned signatures. The rest stays as it was.
 */
export function redactUrl(url: string): string {
  if (!/[#?@]/.test(url)) return url;
  const bare = url.replace(/#.*$/s, '').replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1');
  const question = bare.indexOf('?');
  if (question < 0) return bare;
  return `${bare.slice(0, question)}?${bare
    .slice(question + 1)
    .split('&')
    .map(maskPair)
    .join('&')}`;
}
