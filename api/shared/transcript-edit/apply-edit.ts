import type { EditOp } from '#api/contract/edits.ts';
import type { Segment, Unapplied, Word } from '#api/contract/transcript.ts';
import {
  isParted,
  joinOrigins,
  type Origin,
  partOrigin,
  readOrigin,
  rootOf,
  shareOrigin,
  withOwnWords,
  type Written,
} from './origin.ts';
import { isUnspoken, placeOf, realign, tidyText, wordsOf } from './realign.ts';
import { originOf, type ListedSegment, type SegmentList } from './segment-list.ts';

/**
 * Thrown if an edit names a segment, a speaker or a place that is not there. The server answers `session.edit_invalid`.
 */
export class EditInvalid extends Error {
  override readonly name = 'EditInvalid';
  readonly op: EditOp;
  constructor(op: EditOp, why: string) {
    super(why);
    this.op = op;
  }
}

/** The state of a transcript that edits change. */
export type EditedState = {
  segments: SegmentList;
  /** The engine's words under removed segments, by id. A segment that is inserted again gets them back. */
  removed: Map<string, Origin>;
  speakers: Map<string, { name: string }>;
  unapplied: Map<string, Unapplied>;
};

type Edit<Kind extends EditOp['op']> = EditOp & { op: Kind };

export const splitId = (id: string, atS: number): string => `${rootOf(id)}/${Math.round(atS * 1000)}`;

/** Applies an edit. @throws EditInvalid; the state is unchanged then */
export function applyEdit(state: EditedState, op: EditOp): void {
  const { segments, speakers, unapplied } = state;
  if (op.op === 'text') return writeText(segments, op);
  if (op.op === 'merge') return merge(segments, op);
  if (op.op === 'split') return split(segments, op);
  if (op.op === 'insert') return insert(state, op);
  if (op.op === 'replace') return replace(state, op);
  if (op.op === 'assign') return assign(state, op);
  if (op.op === 'speaker') return void speakers.set(op.key, { name: op.name });
  if (!unapplied.delete(op.unapplied)) throw new EditInvalid(op, `there is no change ${op.unapplied}`);
}

/**
 * Returns the text with timed words, whose times come from the engine's words of the origin. If the text is the
 * engine's own, it gets the engine's words.
 */
export function textOver(origin: Origin, { start, end }: Segment, given: string): Written {
  const text = tidyText(given);
  const written = readOrigin(origin);
  if (text === tidyText(written.text)) return writtenOf(written);
  if (isUnspoken(text, { start, end })) return { text, words: [], doubt: null };
  // An engine's word may reach into the part that was split off.
  const within = isParted(origin) ? { start, end } : undefined;
  return { text, words: realign({ words: written.words, start, end }, text, within), doubt: null };
}

const writtenOf = ({ text, words, doubt }: Written): Written => ({ text, words, doubt });

function find(segments: SegmentList, op: EditOp, id: string): ListedSegment {
  const listed = segments.get(id);
  if (!listed) throw new EditInvalid(op, `there is no segment ${id}`);
  return listed;
}

/** Returns these segments. @throws EditInvalid unless they are consecutive */
function findRun(segments: SegmentList, op: EditOp & { segments: readonly string[] }): ListedSegment[] {
  const run = op.segments.map((id) => find(segments, op, id));
  run.forEach((listed, index) => {
    if (index > 0 && run[index - 1]!.next !== listed)
      throw new EditInvalid(op, `${listed.segment.id} does not follow`);
  });
  return run;
}

function requireSpeaker(speakers: EditedState['speakers'], op: EditOp, key: string): void {
  if (!speakers.has(key)) throw new EditInvalid(op, `there is no speaker ${key}`);
}

function writeText(segments: SegmentList, op: Edit<'text'>): void {
  const listed = find(segments, op, op.segment);
  const { text, words, doubt } = textOver(originOf(listed), listed.segment, op.text);
  listed.segment = { ...listed.segment, text, words, doubt };
}

function assign({ segments, speakers }: EditedState, op: Edit<'assign'>): void {
  const listed = find(segments, op, op.segment);
  requireSpeaker(speakers, op, op.speaker);
  listed.segment = { ...listed.segment, speaker: op.speaker };
}

function merge(list: SegmentList, op: Edit<'merge'>): void {
  const run = findRun(list, op);
  const [first, ...others] = run as [ListedSegment, ...ListedSegment[]];
  const segments = run.map(({ segment }) => segment);
  first.origin = joinOrigins(run.map(originOf));
  first.segment = {
    ...first.segment,
    start: Math.min(...segments.map(({ start }) => start)),
    end: Math.max(...segments.map(({ end }) => end)),
    text: segments
      .map(({ text }) => text)
      .filter((text) => text !== '')
      .join(' '),
    words: segments.flatMap(wordsOf),
    doubt: segments.find(({ doubt }) => doubt !== null)?.doubt ?? null,
  };
  first.segment = withOwnWords(first.segment, first.origin);
  others.forEach(list.remove);
}

function split(segments: SegmentList, op: Edit<'split'>): void {
  const listed = find(segments, op, op.segment);
  const { text, start, end } = listed.segment;
  const words = wordsOf(listed.segment);
  const id = splitId(op.segment, op.at);
  let cut = words.findIndex((word) => word.start >= op.at);
  // Realigned words may have moved, so a cut inside the segment is kept inside.
  if (cut <= 0 && words.length > 1 && op.at > start && op.at < end) cut = cut === 0 ? 1 : words.length - 1;
  if (cut <= 0 || segments.has(id)) throw new EditInvalid(op, `${op.segment} has no place at ${op.at}`);
  const [before, after] = [words.slice(0, cut), words.slice(cut)];
  const [own, rest] = partOrigin(originOf(listed), after[0]!.start);
  const at = placeOf(words, cut, text);
  const half = (half: Word[], spelled: string): Pick<Segment, 'text' | 'words'> => ({
    text: at === null ? half.map((word) => word.text).join(' ') : spelled.trim(),
    words: half,
  });
  const second = { ...listed.segment, id, start: after[0]!.start, ...half(after, text.slice(at ?? 0)) };
  segments.insert(listed, second, rest);
  listed.segment = { ...listed.segment, end: before.at(-1)!.end, ...half(before, text.slice(0, at ?? 0)) };
  listed.origin = own;
}

function insert({ segments, removed, speakers }: EditedState, op: Edit<'insert'>): void {
  const before = op.after === null ? null : find(segments, op, op.after);
  requireSpeaker(speakers, op, op.speaker);
  if (segments.has(op.id)) throw new EditInvalid(op, `there is a segment ${op.id}`);
  if (op.id.includes('/') && !removed.has(op.id)) throw new EditInvalid(op, `${op.id} is no name of its own`);
  // The neighbours may have changed since, so the times are clamped between them.
  const most = segments.after(before)?.segment.start ?? Infinity;
  const least = Math.max(before?.segment.start ?? 0, Math.min(before?.segment.end ?? 0, most));
  const start = Math.max(Math.min(op.start, most), least);
  const end = Math.max(Math.min(op.end, most), start);
  const { id, speaker } = op;
  const segment: Segment = { id, speaker, start, end, text: '', words: [], doubt: null };
  const origin = takeRemoved(removed, id);
  const text = tidyText(op.text);
  segments.insert(before, text === '' ? segment : { ...segment, ...textOver(origin, segment, text) }, origin);
}

function replace({ segments, removed, speakers }: EditedState, op: Edit<'replace'>): void {
  const run = findRun(segments, op);
  const going = new Set(op.segments);
  const ids = new Set<string>();
  for (const { id, speaker, start, end } of op.by) {
    requireSpeaker(speakers, op, speaker);
    if (ids.has(id) || (segments.has(id) && !going.has(id)))
      throw new EditInvalid(op, `there is a segment ${id}`);
    if (id === '' || id.length > 64 || end < start) throw new EditInvalid(op, `${id} is no segment`);
    ids.add(id);
  }
  let last = run[0]!.previous;
  run.forEach(segments.remove);
  // A removed segment that comes back regains its origin.
  const origins = new Map<string, Origin>(
    op.by.flatMap(({ id }) => (!going.has(id) && removed.has(id) ? [[id, takeRemoved(removed, id)]] : [])),
  );
  const heirs = op.by.filter(({ id }) => !origins.has(id));
  if (heirs.length === 0) for (const listed of run) removed.set(listed.segment.id, originOf(listed));
  const shares = heirs.length === 0 ? [] : shareOrigin(joinOrigins(run.map(originOf)), heirs);
  heirs.forEach(({ id }, index) => origins.set(id, shares[index]!));
  for (const segment of op.by) {
    const origin = origins.get(segment.id)!;
    last = segments.insert(last, withOwnWords(segment, origin), origin);
  }
}

function takeRemoved(removed: Map<string, Origin>, id: string): Origin {
  const origin = removed.get(id) ?? [];
  removed.delete(id);
  return origin;
}
