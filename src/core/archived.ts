import { parseUrl } from './url.ts';

interface AnsweredFrom {
  readonly headers?: Readonly<Record<string, string>>;
  /** The address that answered. */
  readonly url?: string;
}

/** Web archives, with the hosts below them. Any server can send `memento-datetime`; only theirs is believed. */
const ARCHIVES = [
  'archive.org',
  'archive-it.org',
  'arquivo.pt',
  'webarchive.org.uk',
  'webarchive.nationalarchives.gov.uk',
  'webarchive.loc.gov',
  'perma.cc',
];

const isArchiveHost = (host: string): boolean =>
  ARCHIVES.some((archive) => host === archive || host.endsWith(`.${archive}`));

/**
 * A page of a web archive (RFC 7089): its status is that of the page when it was archived, and says nothing about the
 * archive.
 */
export const isArchived = ({ headers, url }: AnsweredFrom): boolean =>
  headers?.['memento-datetime'] !== undefined && isArchiveHost(parseUrl(url ?? '')?.hostname ?? '');
