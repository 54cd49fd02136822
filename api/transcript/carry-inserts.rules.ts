import { rootOf } from '#api/shared/transcript-edit/overlay.ts';
import type { Segment, Transcript } from '#api/contract/transcript.ts';

type Parts = readonly (readonly [source: string, from: number, to: number])[];

const partsOf = (edited: Transcript): Map<string, Parts> => new Map(edited.origins?.pieces);

/** Returns the turns that people inserted where the engine recognised nothing, with their texts, ascending. */
export function insertsOf(old: Transcript, edited: Transcript): Segment[] {
  const recognised = new Set(old.segments.map(({ id }) => id));
  const parts = partsOf(edited);
  return edited.segments.filter(
    ({ id, text }) => !recognised.has(rootOf(id)) && !parts.get(id)?.length && text !== '',
  );
}

type PlacedSegments = {
  segments: Segment[];
  removed: Set<string>;
  /** Ids of the engine's removed segments whose neighbours were merged afterwards. They have no place of their own. */
  merged: Set<string>;
};

/**
 * Returns the edited segments at the engine's places, under ids that tell the place. Removed segments are empty,
 * inserted ones are left out.
 */
export function placesOf(old: Transcript, edited: Transcript): PlacedSegments {
  const recognised = new Map(old.segments.map((segment, index) => [segment.id, { segment, index }]));
  const present = new Set(edited.segments.map(({ id }) => id));
  const parts = partsOf(edited);

  const segments: Segment[] = [];
  for (const segment of edited.segments) {
    const [first] = parts.get(segment.id) ?? [];
    if (recognised.has(rootOf(segment.id))) segments.push(segment);
    else if (first) segments.push({ ...segment, id: nameOf(first, segment.start) });
  }
  const removed = new Set<string>();
  const merged = new Set<string>();
  const spans = edited.segments.flatMap(({ id }) => {
    const keys = (parts.get(id) ?? []).flatMap(([source, from]): Key[] => {
      const machine = recognised.get(source);
      return machine ? [[machine.index, from]] : [];
    });
    return keys.length > 1 ? [{ first: keys[0]!, last: keys.at(-1)! }] : [];
  });
  for (const [id, [first]] of parts) {
    const source = first && recognised.get(first[0]);
    if (present.has(id) || !first || !source) continue;
    const key: Key = [source.index, first[1]];
    if (spans.some(({ first, last }) => isBefore(first, key) && isBefore(key, last))) {
      merged.add(first[0]);
      continue;
    }
    const { words, speaker, start: sourceStart, end } = source.segment;
    const start = words[first[1]]?.start ?? sourceStart;
    const gone = { ...source.segment, id: nameOf(first, start), speaker, start, end, text: '', words: [] };
    const next = segments.findIndex((other) => isBefore(key, keyOf(other)));
    segments.splice(next === -1 ? segments.length : next, 0, { ...gone, doubt: null });
    removed.add(gone.id);
  }
  return { segments, removed, merged };

  type Key = readonly [segment: number, word: number];
  function keyOf({ id, start }: Segment): Key {
    const { segment, index } = recognised.get(rootOf(id))!;
    if (!id.includes('/')) return [index, 0];
    const word = segment.words.findIndex((each) => each.start >= start);
    return [index, word === -1 ? segment.words.length : word];
  }
  function isBefore(a: Key, b: Key): boolean {
    return a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);
  }
  function nameOf([source, from]: Parts[number], start: number): string {
    return from === 0 && !present.has(source) ? source : `${source}/${Math.round(start * 1000)}`;
  }
}
