import { keysOf, windowS } from './moments.rules.ts';
import { timesIn } from './times.rules.ts';

type Turn = { start: number; text: string };

/** A time in the notes weighs as much as this many words that occur in one turn only. */
const timeWeight = 3;

/**
 * Chooses the turns that notes are about, if there is no room for all. A turn weighs more if it is near (`windowS`)
 * shared words, weighted by rarity, or near a moment that the notes contain. The heaviest turns are taken until no
 * further turn fits.
 * @param sizes of each turn, in the unit of `room`
 * @returns indices, ascending
 */
export function relevantTurns(
  notes: string,
  turns: readonly Turn[],
  { sizes, room }: { sizes: readonly number[]; room: number },
): number[] {
  if (sizes.reduce((sum, size) => sum + size, 0) <= room) return [...turns.keys()];
  const weights = nearby(turns, ownWeights(notes, turns));
  const order = [...turns.keys()].toSorted((a, b) => weights[b]! - weights[a]! || a - b);
  const chosen: number[] = [];
  let left = room;
  for (const at of order) {
    const size = sizes[at] ?? 0;
    if (size > left) continue;
    chosen.push(at);
    left -= size;
  }
  return chosen.toSorted((a, b) => a - b);
}

function ownWeights(notes: string, turns: readonly Turn[]): number[] {
  const wanted = new Set(keysOf(notes));
  const times = timesIn(notes);
  const shared = turns.map(({ text }) => [...new Set(keysOf(text))].filter((key) => wanted.has(key)));
  const counts = new Map<string, number>();
  for (const key of shared.flat()) counts.set(key, (counts.get(key) ?? 0) + 1);
  const weightOf = (key: string) => Math.log(1 + turns.length / (counts.get(key) ?? 1));
  return shared.map((keys, index) => {
    const { start } = turns[index] as Turn;
    const isMeant = times.some((atS) => Math.abs(start - atS) <= windowS);
    const words = keys.reduce((sum, key) => sum + weightOf(key), 0);
    return words + (isMeant ? timeWeight * Math.log(1 + turns.length) : 0);
  });
}

/**
 * Raises the weight of each turn to that of the heaviest turn nearby, reduced by the distance: an answer shares few
 * words with its question.
 */
function nearby(turns: readonly Turn[], own: readonly number[]): number[] {
  const share = (from: number, to: number) =>
    Math.max(0, 1 - Math.abs(turns[from]!.start - turns[to]!.start) / (2 * windowS));
  return own.map((weight, at) => {
    let heaviest = weight;
    for (const step of [-1, 1])
      for (let to = at + step; turns[to] && share(at, to) > 0; to += step)
        heaviest = Math.max(heaviest, own[to]! * share(at, to) * 0.9);
    return heaviest;
  });
}
