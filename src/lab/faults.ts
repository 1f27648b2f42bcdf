import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { articlePage } from './article-styles.ts';
import type { Behaviour, Copy } from './behaviour.ts';
import { foreignWall } from './foreign-walls.ts';
import { refreshPage, saleOnlyPage, shapedPage } from './landing-shapes.ts';
import { otherPage } from './other-pages.ts';
import {
  cloudflarePage,
  landingPage,
  loginPage,
  notFoundPage,
  proofOfWorkPage,
  viewerPage,
} from './pages.ts';
import { type Entity, html, type LabContext, type Reply } from './reply.ts';
import { copyKey } from './shelf.ts';
import type { Validators } from './site.ts';
import type { Page } from './world.ts';

/** What a page needs to know to behave. */
export interface Stage {
  readonly lab: LabContext;
  readonly page: Page;
  readonly validators: Validators;
  /** How often this URL was asked before. */
  readonly askedBefore: number;
}

const CONTENT_TYPES = {
  pdf: 'application/pdf',
  xml: 'application/xml',
  html: 'text/html; charset=utf-8',
} as const;

const DRIP_BYTES_PER_SECOND = 200;

/** Validators depend on the copy alone, so that they survive a restart of the lab. */
export function entityOf(seed: number, copy: Copy, facts: { validators: Validators; date: string }): Entity {
  const { validators } = facts;
  const tag = createHash('sha1')
    .update(`${seed}/${copyKey(copy)}`)
    .digest('hex')
    .slice(0, 20);
  const etag = validators === 'weak-etag' ? `W/"${tag}"` : `"${tag}"`;
  return {
    ...(['both', 'etag', 'weak-etag'].includes(validators) && { etag }),
    ...(['both', 'last-modified'].includes(validators) && {
      lastModified: new Date(`${facts.date}T12:00:00Z`).toUTCString(),
    }),
  };
}

function handOut(copy: Copy, stage: Stage): Reply {
  return {
    status: 200,
    headers: { 'content-type': CONTENT_TYPES[copy.format] },
    body: stage.lab.world.shelf.bytes(copy),
    entity: entityOf(stage.lab.world.seed, copy, {
      validators: stage.validators,
      date: stage.page.work.paper.date,
    }),
  };
}

function handOutAs(copy: Copy, as: 'gzip' | 'octet-stream' | 'text-html' | undefined, stage: Stage): Reply {
  const plain = handOut(copy, stage);
  switch (as) {
    case undefined:
      return plain;
    case 'octet-stream':
      return { ...plain, headers: { 'content-type': 'application/octet-stream' } };
    case 'text-html':
      return { ...plain, headers: { 'content-type': 'text/html' } };
    case 'gzip': {
      // A coded representation has a validator of its own, and no ranges are offered for it.
      const etag = plain.entity?.etag?.replace(/"$/, '-gzip"');
      return {
        status: 200,
        headers: {
          'content-type': CONTENT_TYPES[copy.format],
          'content-encoding': 'gzip',
          vary: 'accept-encoding',
        },
        body: gzipSync(stage.lab.world.shelf.bytes(copy), { level: 1 }),
        ...(etag !== undefined && { entity: { etag: etag.startsWith('W/') ? etag : `W/${etag}` } }),
      };
    }
  }
}

function truncated(copy: Copy, stage: Stage): Reply {
  const whole = handOut(copy, stage);
  const bytes = stage.lab.world.shelf.bytes(copy);
  // The validators promise the whole file: a client that resumes with them gets the rest.
  return {
    status: 200,
    headers: { ...whole.headers, 'accept-ranges': 'bytes', ...entityHeaders(whole.entity) },
    body: bytes.subarray(0, Math.floor(bytes.length * 0.6)),
  };
}

export const entityHeaders = (entity: Entity | undefined): Record<string, string> => ({
  ...(entity?.etag !== undefined && { etag: entity.etag }),
  ...(entity?.lastModified !== undefined && { 'last-modified': entity.lastModified }),
});

function busy(behaviour: Extract<Behaviour, { kind: 'busy' }>, lab: LabContext): Reply {
  const { status, retryAfter } = behaviour;
  const date = new Date(Math.ceil(lab.wallMs() / 1000 + lab.retryAfterS) * 1000).toUTCString();
  const value = { none: undefined, seconds: String(lab.retryAfterS), date }[retryAfter];
  const text = status === 429 ? 'Too Many Requests' : 'Service Unavailable';
  return html(status, `<html><body><h1>${status} ${text}</h1></body></html>\n`, {
    ...(value !== undefined && { 'retry-after': value }),
  });
}

function challenge(style: 'cloudflare-403' | 'cloudflare-200' | 'proof-of-work'): Reply {
  switch (style) {
    case 'cloudflare-403':
      return html(403, cloudflarePage(), { server: 'cloudflare', 'cf-mitigated': 'challenge' });
    case 'cloudflare-200':
      return html(200, cloudflarePage(), { server: 'cloudflare' });
    case 'proof-of-work':
      return html(200, proofOfWorkPage());
  }
}

function redirect(status: number, to: string, lab: LabContext): Reply {
  const location = to.replace('{lab}', lab.origin());
  return html(status, `<html><body>Moved to <a href="${location}">here</a>.</body></html>\n`, { location });
}

const huge = (announced: boolean, lab: LabContext): Reply => ({
  status: 200,
  headers: { 'content-type': 'application/pdf' },
  delivery: { kind: 'noise', bytes: lab.hugeBytes, announced },
});

function plainStatus(status: number): Reply {
  if (status === 404) return html(404, notFoundPage());
  return html(status, `<html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>\n`);
}

type Copying = Extract<Behaviour, { readonly copy: Copy }>;

function behaveWithCopy(behaviour: Copying, stage: Stage): Reply {
  switch (behaviour.kind) {
    case 'copy':
      return handOutAs(behaviour.copy, behaviour.as, stage);
    case 'truncated':
      return truncated(behaviour.copy, stage);
    case 'cut':
    case 'stall':
    case 'short-range':
      return { ...handOut(behaviour.copy, stage), delivery: { kind: behaviour.kind } };
    case 'drip':
      return {
        ...handOut(behaviour.copy, stage),
        delivery: { kind: 'drip', bytesPerSecond: DRIP_BYTES_PER_SECOND },
      };
  }
}

const ODD_PAGES = [
  'other-article',
  'other-page',
  'foreign-wall',
  'shaped',
  'meta-refresh',
  'sale-only',
] as const;
type OddPage = Extract<Behaviour, { readonly kind: (typeof ODD_PAGES)[number] }>;
const isOdd = (behaviour: Behaviour): behaviour is OddPage =>
  (ODD_PAGES as readonly string[]).includes(behaviour.kind);

function oddPage(behaviour: OddPage, { lab, page: { work } }: Stage): string {
  switch (behaviour.kind) {
    case 'other-article':
      return lab.world.shelf.bytes({ work: behaviour.work, version: 'published', format: 'html' }).toString();
    case 'other-page':
      return otherPage(behaviour.page, work.paper);
    case 'foreign-wall':
      return foreignWall(behaviour.wall);
    case 'shaped':
      return shapedPage(behaviour.shape, work.paper, behaviour.file);
    case 'meta-refresh':
      return refreshPage(behaviour.to);
    case 'sale-only':
      return saleOnlyPage(work.paper);
  }
}

function behaveWithPage(
  behaviour: Exclude<Behaviour, Copying | OddPage | { kind: 'first' }>,
  stage: Stage,
): Reply {
  const { paper } = stage.page.work;
  switch (behaviour.kind) {
    case 'landing':
      return html(200, landingPage(paper, behaviour.links));
    case 'article-page':
      return html(200, articlePage(paper, behaviour.links, behaviour.style));
    case 'disguised':
      return { status: 200, headers: { 'content-type': 'application/pdf' }, body: viewerPage() };
    case 'empty':
      return { status: 200, headers: { 'content-type': 'application/pdf' }, body: '' };
    case 'soft-404':
      return html(200, notFoundPage());
    case 'login':
      return html(200, loginPage());
    case 'challenge':
      return challenge(behaviour.style);
    case 'status':
      return plainStatus(behaviour.status);
    case 'busy':
      return busy(behaviour, stage.lab);
    case 'redirect':
      return redirect(behaviour.status, behaviour.to, stage.lab);
    case 'huge':
      return huge(behaviour.announced, stage.lab);
  }
}

/** Turns what a page does into what goes over the wire. */
export function behave(behaviour: Behaviour, stage: Stage): Reply {
  if (behaviour.kind === 'first') {
    return behave(stage.askedBefore < behaviour.times ? behaviour.answer : behaviour.later, stage);
  }
  if ('copy' in behaviour) return behaveWithCopy(behaviour, stage);
  return isOdd(behaviour) ? html(200, oddPage(behaviour, stage)) : behaveWithPage(behaviour, stage);
}
