import type { EditOp } from '#api/contract/edits.ts';
import type { Segment, Transcript } from '#api/contract/transcript.ts';
import type { UnappliedList } from './carry-unapplied.rules.ts';

/** Minimum overlap of two speakers, as share of the time of each. */
const minShare = 0.5;

type Said = Pick<Segment, 'speaker' | 'start' | 'end'>;

/** Returns the id by which an edited speaker is listed among the ids that edits have touched. */
export const settledSpeaker = (key: string): string => `@${key}`;

/** The speakers of an older version in a newer one. */
export type CarriedSpeakers = {
  /** Edits that name speakers, or add those that a person added. */
  ops: EditOp[];
  /** Returns the key in the newer version; undefined if nobody there is this speaker. */
  keyOf(key: string): string | undefined;
  /** Returns the name in the older version, or the key of a speaker without a name. */
  nameOf(key: string): string;
};

/** Carries over names and the speakers that a person added. `settled` is explained at `carryOver`. */
export function carrySpeakers(
  { old, edited, target }: { old: Transcript; edited: Transcript; target: Transcript },
  settled: ReadonlySet<string>,
  unapplied: UnappliedList,
): CarriedSpeakers {
  const map = mapSpeakers(old, edited, target);
  const keys = new Set(Object.keys(target.speakers));
  const ops: EditOp[] = [];
  for (const [key, { name }] of Object.entries(edited.speakers)) {
    const before = Object.hasOwn(old.speakers, key) ? old.speakers[key]!.name : null;
    if (name === before) continue;
    const known = map.get(key);
    if (known === undefined && before === null) {
      const free = freeKey(keys, key);
      keys.add(free);
      map.set(key, free);
      ops.push({ op: 'speaker', key: free, name });
      continue;
    }
    if (known !== undefined && (target.speakers[known]?.name ?? '') === name) continue;
    if (known !== undefined && !settled.has(settledSpeaker(known))) {
      ops.push({ op: 'speaker', key: known, name });
      continue;
    }
    const isTheirs = ({ speaker }: Segment) => speaker === key;
    const { start = 0, end = 0 } = edited.segments.find(isTheirs) ?? old.segments.find(isTheirs) ?? {};
    unapplied.add('speaker', { start, end }, name, before ?? '');
  }
  return { ops, keyOf: (key) => map.get(key), nameOf: (key) => edited.speakers[key]?.name || key };
}

function freeKey(taken: ReadonlySet<string>, wanted: string): string {
  if (!taken.has(wanted)) return wanted;
  for (let index = 0; ; index++) {
    const key = index < 26 ? String.fromCodePoint(65 + index) : `S${index}`;
    if (!taken.has(key)) return key;
  }
}

/**
 * Returns the speakers of a newer version by those of an older one. Two speakers are the same if each covers at least
 * half of the other's time; the pairs with the greatest overlap come first. The engine's segments are used, and for
 * speakers that a person added, the segments assigned to them.
 */
function mapSpeakers(old: Transcript, edited: Transcript, target: Transcript): Map<string, string> {
  const recognised = new Set(old.segments.map(({ speaker }) => speaker));
  const before = [...old.segments, ...edited.segments.filter(({ speaker }) => !recognised.has(speaker))];
  const [timeBefore, timeNow] = [timeOf(before), timeOf(target.segments)];
  const pairs = overlaps(before, target.segments)
    .filter(
      ({ from, to, s }) =>
        s >= minShare * (timeBefore.get(from) ?? 0) && s >= minShare * (timeNow.get(to) ?? 0) && s > 0,
    )
    .toSorted((a, b) => b.s - a.s || Number(b.from === b.to) - Number(a.from === a.to));
  const map = new Map<string, string>();
  const taken = new Set<string>();
  for (const { from, to } of pairs) {
    if (map.has(from) || taken.has(to)) continue;
    map.set(from, to);
    taken.add(to);
  }
  return map;
}

function timeOf(said: readonly Said[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const { speaker, start, end } of said) times.set(speaker, (times.get(speaker) ?? 0) + end - start);
  return times;
}

/** Returns the overlap of each pair of speakers, s. */
function overlaps(a: readonly Said[], b: readonly Said[]): { from: string; to: string; s: number }[] {
  const [before, now] = [a, b].map((said) => said.toSorted((x, y) => x.start - y.start)) as [Said[], Said[]];
  const common = new Map<string, Map<string, number>>();
  let first = 0;
  for (const { speaker, start, end } of before) {
    while (first < now.length && now[first]!.end <= start) first++;
    for (let index = first; index < now.length && now[index]!.start < end; index++) {
      const other = now[index]!;
      const s = Math.min(end, other.end) - Math.max(start, other.start);
      if (s <= 0) continue;
      const row = common.get(speaker) ?? new Map<string, number>();
      row.set(other.speaker, (row.get(other.speaker) ?? 0) + s);
      common.set(speaker, row);
    }
  }
  return [...common].flatMap(([from, row]) => [...row].map(([to, s]) => ({ from, to, s })));
}
