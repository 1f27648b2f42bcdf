/** Tells of each work of a list whether it came for the first time. */
export type IsNewWork = (openalex: string) => boolean;

const FIRST_SLOTS = 1 << 12;
/** 64 MB, enough for six million works. Those of a longer list that do not fit are taken for new. */
const MAX_SLOTS = 1 << 23;
const MAX_LOAD = 0.75;

/** Two independent hashes of 32 bits (FNV-1a, then the finish of MurmurHash3): where to look, and what to find there. */
function hashesOf(text: string): readonly [number, number] {
  let hash = 0x811c9dc5;
  let other = 0x9747b28c;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    other = Math.imul(other ^ text.charCodeAt(at), 0x5bd1e995);
  }
  return [mixed(hash), mixed(other) || 1];
}

function mixed(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const most = Math.imul(half ^ (half >>> 13), 0xc2b2ae35);
  return (most ^ (most >>> 16)) >>> 0;
}

/**
 * Remembers works by a fingerprint of 64 bits, in 11 to 22 bytes a work: that two of a million works are taken for one
 * happens once in 30 million lists.
 */
export function createSeenWorks(): IsNewWork {
  let places = new Uint32Array(FIRST_SLOTS);
  let marks = new Uint32Array(FIRST_SLOTS);
  let size = 0;
  const slotOf = (place: number, mark: number): number => {
    const last = marks.length - 1;
    let slot = place & last;
    while (marks[slot] !== 0 && (marks[slot] !== mark || places[slot] !== place)) slot = (slot + 1) & last;
    return slot;
  };
  const grow = (): void => {
    const [oldPlaces, oldMarks] = [places, marks];
    places = new Uint32Array(oldMarks.length * 2);
    marks = new Uint32Array(oldMarks.length * 2);
    for (let at = 0; at < oldMarks.length; at++) {
      const [place = 0, mark = 0] = [oldPlaces[at], oldMarks[at]];
      if (mark === 0) continue;
      const slot = slotOf(place, mark);
      places[slot] = place;
      marks[slot] = mark;
    }
  };
  return (openalex) => {
    const [place, mark] = hashesOf(openalex);
    const slot = slotOf(place, mark);
    if (marks[slot] !== 0) return false;
    if (size + 1 > MAX_LOAD * marks.length && marks.length === MAX_SLOTS) return true;
    places[slot] = place;
    marks[slot] = mark;
    size += 1;
    if (size > MAX_LOAD * marks.length && marks.length < MAX_SLOTS) grow();
    return true;
  };
}
