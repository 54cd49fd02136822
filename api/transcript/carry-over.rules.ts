import type { EditOp } from '#api/contract/edits.ts';
import { applyEdits, splitId } from '#api/shared/transcript-edit/overlay.ts';
import type { Segment, Transcript, Unapplied } from '#api/contract/transcript.ts';
import { foldWord, textToWords } from '#api/shared/transcript-edit/realign.ts';
import { changedPlaces, type ChangedPlace } from './carry-changes.rules.ts';
import { insertsOf } from './carry-inserts.rules.ts';
import { createPlaces } from './carry-places.rules.ts';
import { createRewrite, type Run } from './carry-rewrite.rules.ts';
import { mapSpeakers } from './carry-speakers.rules.ts';

/** Edits for the newer version, and those that found no place in it, ascending. */
export type Carried = { ops: EditOp[]; unapplied: Unapplied[] };

const settledSpeaker = (key: string): string => `@${key}`;

/** Ids of segments and speakers that edits have touched. */
export function touchedBy(ops: readonly EditOp[]): Set<string> {
  return new Set(
    ops.flatMap((op) => {
      if (op.op === 'dismiss') return [];
      if (op.op === 'speaker') return [settledSpeaker(op.key)];
      if (op.op === 'merge') return op.segments;
      if (op.op === 'insert') return [op.id];
      if (op.op === 'replace') return [...op.segments, ...op.by.map(({ id }) => id)];
      return op.op === 'split' ? [op.segment, splitId(op.segment, op.at)] : [op.segment];
    }),
  );
}

/**
 * Carries edits (`ops` of the version `old`) over to a newer version. Segments are found by the times of their words
 * (`carry-places.rules.ts`), speakers by the time that they spoke (`carry-speakers.rules.ts`). A person's text replaces the
 * run of words with the same bounds, unless that has the same words. Edits without a place are listed. `settled`: segments
 * and speakers that must not change (`touchedBy`).
 */
export function carryOver(
  old: Transcript,
  ops: readonly EditOp[],
  target: Transcript,
  settled: ReadonlySet<string> = new Set(),
): Carried {
  const edited = applyEdits(old, ops);
  if (isSame(old, target)) {
    const again = ops.filter(({ op }) => op !== 'dismiss');
    return { ops: again, unapplied: edited.unapplied };
  }
  const list = createList(old.version);
  const speakers = carrySpeakers(old, edited, target, settled, list);
  const places = createPlaces(target.segments, ({ id }) => settled.has(id));
  const rewrite = createRewrite(target, places);
  let until = 0;
  for (const place of changedPlaces(old, ops, edited)) until = carry(place, until);
  for (const inserted of insertsOf(old, edited)) carryInsert(inserted);
  return {
    ops: rewrite.ops(speakers.ops),
    unapplied: [...edited.unapplied, ...list.items].toSorted((a, b) => a.start - b.start),
  };

  /** Carries one change and leaves everything before `after`. Returns the place up to which the newer version changed. */
  function carry({ segment, was, saidBy, startS, endS, ...what }: ChangedPlace, after: number): number {
    const found = places.find(startS, 'start', what.atStart);
    const from = found === null ? null : Math.max(found, after);
    const to = places.find(endS, 'end', what.atEnd);
    const unplaced = (kind: Unapplied['kind'], text: string, before = was) =>
      list.add({ kind, start: segment.start, end: segment.end, text, was: before });

    const run = from !== null && to !== null && places.isFree(from, to) ? { from, to } : null;
    if (what.isRemoved) {
      if (run && isSaid(places.textOf(run.from, run.to), was)) {
        rewrite.remove(run);
        return run.to;
      }
      if (!places.isSilent(startS, endS)) unplaced('replace', '');
      return after;
    }
    const isGone = segment.text === '' && places.isSilent(startS, endS);
    const says =
      run &&
      what.parts.length === 0 &&
      places.textOf(run.from, run.to) === segment.text &&
      !rewrite.isDoubted(run);
    const isWrong = what.isWritten && !says;
    const isApart = what.isMerged && (!run || rewrite.hasSeams(run));
    let isUsed = false;

    if (isWrong && run) {
      isUsed = true;
      rewrite.write(run, segment.text, what.isMerged ? null : rewrite.mostHeard(run));
      // An empty part cannot be separated from its neighbours.
      divide(
        run,
        what.parts.filter(({ text }) => text !== ''),
        saidBy,
      );
    } else if (isWrong && !isGone) unplaced('text', segment.text);
    if (!isWrong && isApart) {
      if (run) isUsed = rewrite.merge(run);
      else unplaced('merge', segment.text);
    }
    if (what.isAssigned) {
      const key = speakers.map.get(segment.speaker);
      if (run && key !== undefined) isUsed = rewrite.assign(run, key, isUsed) || isUsed;
      else unplaced('assign', nameOf(segment.speaker), nameOf(saidBy));
    }
    if (what.isSplit && !isUsed) {
      if (from !== null) rewrite.cut(from);
      else if (!isWrong) unplaced('split', segment.text);
      return from ?? after;
    }
    return isUsed && run ? run.to : after;
  }

  function carryInsert({ id, speaker, start, end, text }: Segment): void {
    if (places.isSilent(start, end, rewrite.isRewritten) && target.segments.length > 0) {
      const gap = places.gapAt(start);
      const place = gap === null ? rewrite.endAround(places.firstFrom(start)) : rewrite.endAround(gap);
      if (gap !== null || place !== places.firstFrom(start))
        return rewrite.insert(place, { id, start, end, text }, speakers.map.get(speaker));
    }
    const heard = places.textBetween(start, end);
    if (!isSaid(heard, text)) list.add({ kind: 'insert', start, end, text, was: heard });
  }

  function divide(run: Run, parts: readonly Segment[], saidBy: string): void {
    const isAssigned = parts.some(({ speaker }) => speaker !== saidBy);
    const keys = parts.map(({ speaker }) => (isAssigned ? (speakers.map.get(speaker) ?? null) : null));
    const unplaced = (kind: Unapplied['kind'], { start, end }: Segment, text: string, was: string) =>
      list.add({ kind, start, end, text, was });
    rewrite.divide(
      run,
      parts.map(({ text }) => text),
      keys,
      (index) => {
        const part = parts[index]!;
        unplaced('split', part, part.text, part.text);
        if (part.speaker !== parts[index - 1]!.speaker)
          unplaced('assign', part, nameOf(part.speaker), nameOf(parts[index - 1]!.speaker));
      },
    );
    parts.forEach((part, index) => {
      if (keys[index] === null && part.speaker !== saidBy)
        unplaced('assign', part, nameOf(part.speaker), nameOf(saidBy));
    });
  }

  function nameOf(key: string): string {
    return edited.speakers[key]?.name || key;
  }
}

/** Lists edits whose segment or speaker is gone; their position is unknown. */
export const unfitOf = (version: number, ops: readonly EditOp[]): Unapplied[] =>
  ops.flatMap((op, index) => {
    if (op.op === 'dismiss') return [];
    const written = op.op === 'replace' ? op.by.map((segment) => segment.text).join(' ') : '';
    const texts = { text: 'text' in op ? op.text : written, name: 'name' in op ? op.name : '' };
    const text = texts.text || texts.name || ('speaker' in op ? op.speaker : '');
    return [{ id: `${version}-u${index + 1}`, kind: op.op, start: 0, end: 0, text, was: '' }];
  });

/** Whether two texts have the same words, ignoring case and punctuation. */
const isSaid = (a: string, b: string): boolean =>
  textToWords(a).map(foldWord).join(' ') === textToWords(b).map(foldWord).join(' ');

const isSame = (a: Transcript, b: Transcript): boolean =>
  a.segments.length === b.segments.length &&
  JSON.stringify(a.speakers) === JSON.stringify(b.speakers) &&
  a.segments.every((segment, index) => JSON.stringify(segment) === JSON.stringify(b.segments[index]));

function createList(version: number) {
  const items: Unapplied[] = [];
  return {
    items,
    add: (item: Omit<Unapplied, 'id'>): void =>
      void items.push({ id: `${version}-${items.length + 1}`, ...item }),
  };
}

/** Carries over names and the speakers that a person added. `map`: the key in the newer version. */
function carrySpeakers(
  old: Transcript,
  edited: Transcript,
  target: Transcript,
  settled: ReadonlySet<string>,
  list: ReturnType<typeof createList>,
): { ops: EditOp[]; map: Map<string, string> } {
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
    list.add({ kind: 'speaker', start, end, text: name, was: before ?? '' });
  }
  return { ops, map };
}

function freeKey(taken: ReadonlySet<string>, wanted: string): string {
  if (!taken.has(wanted)) return wanted;
  for (let index = 0; ; index++) {
    const key = index < 26 ? String.fromCodePoint(65 + index) : `S${index}`;
    if (!taken.has(key)) return key;
  }
}
