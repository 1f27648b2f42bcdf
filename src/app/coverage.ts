import type { LoadedConfig } from '../config/assemble-config.ts';
import { resolverRoute } from '../config/settle-resolvers.ts';
import { acceptsLicense } from '../core/accepted-licenses.ts';
import type { Candidate } from '../core/plan.ts';
import { isHttpUrl, parseUrl } from '../core/url.ts';
import { tally } from '../report/tally.ts';
import type { Resolver } from '../resolvers/resolver.ts';

/** What each source offers, counted while works are resolved. Memory grows with works under way, not with works. */
export interface CoverageTally {
  /** The same resolvers, overheard. */
  readonly resolvers: readonly Resolver[];
  /** The work has ended: its offers are counted where it counts as offered, and forgotten where it does not. */
  end(workId: string, isOffered: boolean): void;
  figures(): CoverageFigures;
}

interface CoverageFigures {
  /** Resolver -> works it offers a file for. */
  readonly offers: Readonly<Record<string, number>>;
  /** Resolver -> works no other source that was asked offers a file for. */
  readonly only: Readonly<Record<string, number>>;
  /** The first tier that offers a file -> works. */
  readonly tiers: Readonly<Record<string, number>>;
}

export function coverageTally({ config, resolvers }: LoadedConfig): CoverageTally {
  const tierOf = new Map(
    resolverRoute(config).flatMap(({ tier, resolvers: names }, index) =>
      names.map((name) => [name, { tier, index }] as const),
    ),
  );
  const underWay = new Map<string, Set<string>>();
  const [offers, only, tiers] = [tally(), tally(), tally()];

  /** A page is no file, and what would not be fetched is no offer. */
  const isOffer = ({ url, expected, license }: Candidate): boolean => {
    const address = parseUrl(url);
    const { formats } = config.download;
    const { accept } = config.licenses;
    const isFile = expected !== 'html' || formats[0] === 'html';
    const isWanted = formats.includes(expected) && acceptsLicense(accept, license);
    return isFile && isWanted && address !== undefined && isHttpUrl(address);
  };
  const hear = (workId: string, resolver: string, candidate: Candidate): void => {
    if (!isOffer(candidate)) return;
    const known = underWay.get(workId) ?? new Set();
    underWay.set(workId, known.add(resolver));
  };
  return {
    resolvers: resolvers.map((resolver) => ({
      ...resolver,
      plans: (work, context) =>
        overheard(resolver.plans(work, context), (candidate) => hear(work.id, resolver.name, candidate)),
    })),
    end(workId, isOffered) {
      const names = isOffered ? [...(underWay.get(workId) ?? [])] : [];
      underWay.delete(workId);
      for (const name of names) offers.add(name);
      const [first] = names.sort((a, b) => (tierOf.get(a)?.index ?? 0) - (tierOf.get(b)?.index ?? 0));
      if (first === undefined) return;
      tiers.add(tierOf.get(first)?.tier ?? 'unknown');
      if (names.length === 1) only.add(first);
    },
    figures: () => ({ offers: offers.counts(), only: only.counts(), tiers: tiers.counts() }),
  };
}

async function* overheard<T>(items: AsyncIterable<T>, hear: (item: T) => void): AsyncIterable<T> {
  for await (const item of items) {
    hear(item);
    yield item;
  }
}
