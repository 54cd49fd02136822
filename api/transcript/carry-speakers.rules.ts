import type { Segment, Transcript } from '#api/contract/transcript.ts';

/** Minimum overlap of two speakers, as share of the time of each. */
const minShare = 0.5;

type Said = Pick<Segment, 'speaker' | 'start' | 'end'>;

/**
 * Maps speakers of an older version to those of a newer one: each covers at least half of the other's time; the greatest
 * overlap first. Uses the engine's segments; for speakers that a person added, the segments assigned to them.
 */
export function mapSpeakers(old: Transcript, edited: Transcript, target: Transcript): Map<string, string> {
  const told = new Set(old.segments.map(({ speaker }) => speaker));
  const before = [...old.segments, ...edited.segments.filter(({ speaker }) => !told.has(speaker))];
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

/** Overlap of each pair of speakers, s. */
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
