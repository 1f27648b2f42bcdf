import type { Instant } from '../../core/clock.ts';
import type { Trouble, TroubleKind } from './network.ts';

interface Peer {
  readonly name: string;
  heardAt: Instant;
  blamedAt: Instant;
  trouble: (Trouble & { readonly at: Instant }) | undefined;
}

/** Who was dialled of late, and what was heard of each; those asked last are kept. */
export interface Peers {
  heard(name: string, at: Instant): void;
  troubled(trouble: Trouble, at: Instant): void;
  /** The trouble was this peer's own. */
  blamed(name: string, at: Instant): void;
  blamedAt(name: string): Instant;
  /** Peers that were heard once and have had no trouble since `since`, those heard last first; `others` where there is none. */
  witnesses(
    since: Instant,
    from: { readonly count: number; readonly others: readonly string[] },
  ): readonly string[];
  /** Peers to dial in this round, those heard once before others. */
  inTurn(round: number, count: number): readonly string[];
  /** The last trouble of the first kind that enough peers have had since anything was heard. */
  evidence(since: Instant, enough: Readonly<Record<TroubleKind, number>>): Trouble | undefined;
}

const NEVER = Number.NEGATIVE_INFINITY;
const MAX_PEERS = 64;
/** Peers that take turns. */
const TURNS = 6;
const KINDS: readonly TroubleKind[] = ['network', 'certificate', 'unclear', 'refused'];

export function peersOf(): Peers {
  const peers = new Map<string, Peer>();
  const peerOf = (name: string): Peer => {
    const known = peers.get(name) ?? { name, heardAt: NEVER, blamedAt: NEVER, trouble: undefined };
    peers.delete(name);
    peers.set(name, known);
    const [oldest] = peers.keys();
    if (peers.size > MAX_PEERS && oldest !== undefined) peers.delete(oldest);
    return known;
  };
  const lastHeardFirst = (): readonly Peer[] =>
    [...peers.values()].toReversed().sort((a, b) => (a.heardAt === b.heardAt ? 0 : b.heardAt - a.heardAt));
  const named = (list: readonly Peer[]): readonly string[] => list.map(({ name }) => name);
  return {
    heard(name, at) {
      // Nearly always the same few: the order matters only where a peer is new.
      const known = peers.get(name) ?? peerOf(name);
      known.heardAt = at;
    },
    troubled(trouble, at) {
      peerOf(trouble.peer).trouble = { ...trouble, at };
    },
    blamed(name, at) {
      peerOf(name).blamedAt = at;
    },
    blamedAt: (name) => peers.get(name)?.blamedAt ?? NEVER,
    witnesses(since, { count, others }) {
      const isWell = ({ heardAt, trouble }: Peer): boolean =>
        !trouble || trouble.at <= Math.max(since, heardAt);
      const heard = named(lastHeardFirst().filter((one) => one.heardAt > NEVER && isWell(one)));
      const unheard = others.filter((name) => {
        const known = peers.get(name);
        return !known || isWell(known);
      });
      return (heard.length > 0 ? heard : unheard).slice(0, count);
    },
    inTurn(round, count) {
      const turns = lastHeardFirst().slice(0, TURNS);
      return named(
        Array.from(
          { length: Math.min(count, turns.length) },
          (_, index) => (round * count + index) % turns.length,
        ).flatMap((index) => turns[index] ?? []),
      );
    },
    evidence(since, enough) {
      const troubles = [...peers.values()].flatMap(({ trouble }) =>
        trouble && trouble.at > since ? [trouble] : [],
      );
      for (const kind of KINDS) {
        // Whoever says less also says that nobody was reached.
        const alike = troubles.filter((one) => KINDS.indexOf(one.kind) <= KINDS.indexOf(kind));
        const last = alike.findLast((one) => one.kind === kind);
        if (last && alike.length >= enough[kind]) return last;
      }
      return undefined;
    },
  };
}
