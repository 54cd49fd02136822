import type { EditOp } from '#api/contract/edits.ts';
import {
  isMachines,
  isParted,
  joinOrigins,
  type Origin,
  packOrigins,
  partOrigin,
  readOrigin,
  rootOf,
  shareOrigin,
  unpackOrigins,
  wholeOf,
  withOwnWords,
  type Written,
} from './origin.ts';
import { isUnspoken, placeOf, realign, tidyText, wordsOf } from './realign.ts';
import type { Segment, Transcript, Unapplied, Word } from '#api/contract/transcript.ts';

export { rootOf } from './origin.ts';

/** An edit names a segment, a speaker or a place that is not there. The server answers `session.edit_invalid`. */
export class EditInvalid extends Error {
  override readonly name = 'EditInvalid';
  readonly op: EditOp;
  constructor(op: EditOp, why: string) {
    super(why);
    this.op = op;
  }
}

export type TranscriptSize = { segments: number; characters: number; words: number };

/** A transcript with edits applied in order; the engine's transcript stays unchanged. */
export type Overlay = {
  /** @throws EditInvalid, and leaves the overlay unchanged. */
  apply(op: EditOp): void;
  segment(id: string): Segment | undefined;
  /** The neighbours; null at the ends and for unknown ids. */
  before(id: string): Segment | null;
  after(id: string): Segment | null;
  /** The engine's words under a segment. */
  written(id: string): Written | undefined;
  /** The words that a segment would have with this text. */
  reading(id: string, text: string): Written | undefined;
  /** Name of a speaker; undefined if there is no such speaker. */
  name(key: string): string | undefined;
  /** Unchanged segments are the same objects from call to call. */
  segments(): Segment[];
  transcript(): Transcript;
  size(): TranscriptSize;
};

/** A segment in a linked list. `origin` is null while the segment is its `source`. */
type Node = {
  segment: Segment;
  source: Segment;
  origin: Origin | null;
  previous: Node | null;
  next: Node | null;
};

const originOf = (node: Node): Origin => (node.origin ??= wholeOf(node.source));

export const splitId = (id: string, atS: number): string => `${rootOf(id)}/${Math.round(atS * 1000)}`;

const writtenOf = ({ text, words, doubt }: Written): Written => ({ text, words, doubt });

/** Words of a text over its origin. The engine's own text gets the engine's words back. */
function textOver(origin: Origin, { start, end }: Segment, given: string): Written {
  const text = tidyText(given);
  const written = readOrigin(origin);
  if (text === tidyText(written.text)) return writtenOf(written);
  if (isUnspoken(text, { start, end })) return { text, words: [], doubt: null };
  // An engine's word may reach into the part that was split off.
  const within = isParted(origin) ? { start, end } : undefined;
  return { text, words: realign({ words: written.words, start, end }, text, within), doubt: null };
}

/** Opens an overlay. The cost of an edit grows with its own segments only. */
export function createOverlay(machine: Transcript): Overlay {
  const nodes = new Map<string, Node>();
  const removed = new Map<string, Origin>();
  const speakers = new Map(Object.entries(machine.speakers));
  const unapplied = new Map<string, Unapplied>(machine.unapplied.map((each) => [each.id, each]));
  const origins = machine.origins ? unpackOrigins(machine.origins) : null;
  // Sentinel before the first segment.
  const head: Pick<Node, 'next'> = { next: null };
  let previous: Node | null = null;
  for (const segment of machine.segments) {
    const node: Node = {
      segment,
      source: segment,
      origin: origins?.get(segment.id) ?? null,
      previous,
      next: null,
    };
    origins?.delete(segment.id);
    (previous ?? head).next = node;
    nodes.set(segment.id, node);
    previous = node;
  }
  for (const [id, origin] of origins ?? []) removed.set(id, origin);

  const find = (op: EditOp, id: string): Node => {
    const node = nodes.get(id);
    if (!node) throw new EditInvalid(op, `there is no segment ${id}`);
    return node;
  };
  /** @throws EditInvalid unless the segments are consecutive. */
  const findRun = (op: EditOp, ids: readonly string[]): Node[] => {
    const run = ids.map((id) => find(op, id));
    run.forEach((node, index) => {
      if (index > 0 && run[index - 1]!.next !== node)
        throw new EditInvalid(op, `${node.segment.id} does not follow`);
    });
    return run;
  };
  const mustSpeak = (op: EditOp, key: string): void => {
    if (!speakers.has(key)) throw new EditInvalid(op, `there is no speaker ${key}`);
  };
  const put = (before: Node | null, segment: Segment, origin: Origin): Node => {
    const node: Node = { segment, source: segment, origin, previous: before, next: (before ?? head).next };
    (before ?? head).next = node;
    if (node.next) node.next.previous = node;
    nodes.set(segment.id, node);
    return node;
  };
  const take = (node: Node): void => {
    (node.previous ?? head).next = node.next;
    if (node.next) node.next.previous = node.previous;
    nodes.delete(node.segment.id);
  };
  const takeRemoved = (id: string): Origin => {
    const origin = removed.get(id) ?? [];
    removed.delete(id);
    return origin;
  };

  const write = (op: EditOp & { op: 'text' }): void => {
    const node = find(op, op.segment);
    const { text, words, doubt } = textOver(originOf(node), node.segment, op.text);
    node.segment = { ...node.segment, text, words, doubt };
  };

  const merge = (op: EditOp & { op: 'merge' }): void => {
    const run = findRun(op, op.segments);
    const [first, ...others] = run as [Node, ...Node[]];
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
    others.forEach(take);
  };

  const split = (op: EditOp & { op: 'split' }): void => {
    const node = find(op, op.segment);
    const { text, start, end } = node.segment;
    const words = wordsOf(node.segment);
    const id = splitId(op.segment, op.at);
    let cut = words.findIndex((word) => word.start >= op.at);
    // Realigned words may have moved: a cut inside the segment stays inside.
    if (cut <= 0 && words.length > 1 && op.at > start && op.at < end) cut = cut === 0 ? 1 : words.length - 1;
    if (cut <= 0 || nodes.has(id)) throw new EditInvalid(op, `${op.segment} has no place at ${op.at}`);
    const [before, after] = [words.slice(0, cut), words.slice(cut)];
    const [own, rest] = partOrigin(originOf(node), after[0]!.start);
    const at = placeOf(words, cut, text);
    const half = (half: Word[], spelled: string): Pick<Segment, 'text' | 'words'> => ({
      text: at === null ? half.map((word) => word.text).join(' ') : spelled.trim(),
      words: half,
    });
    const second = { ...node.segment, id, start: after[0]!.start, ...half(after, text.slice(at ?? 0)) };
    put(node, second, rest);
    node.segment = { ...node.segment, end: before.at(-1)!.end, ...half(before, text.slice(0, at ?? 0)) };
    node.origin = own;
  };

  const insert = (op: EditOp & { op: 'insert' }): void => {
    const before = op.after === null ? null : find(op, op.after);
    mustSpeak(op, op.speaker);
    if (nodes.has(op.id)) throw new EditInvalid(op, `there is a segment ${op.id}`);
    if (op.id.includes('/') && !removed.has(op.id))
      throw new EditInvalid(op, `${op.id} is no name of its own`);
    // The neighbours may have changed since: clamps the times between them.
    const most = (before ?? head).next?.segment.start ?? Infinity;
    const least = Math.max(before?.segment.start ?? 0, Math.min(before?.segment.end ?? 0, most));
    const start = Math.max(Math.min(op.start, most), least);
    const end = Math.max(Math.min(op.end, most), start);
    const segment: Segment = {
      id: op.id,
      speaker: op.speaker,
      start,
      end,
      text: '',
      words: [],
      doubt: null,
    };
    const origin = takeRemoved(op.id);
    const text = tidyText(op.text);
    put(before, text === '' ? segment : { ...segment, ...textOver(origin, segment, text) }, origin);
  };

  const replace = (op: EditOp & { op: 'replace' }): void => {
    const run = findRun(op, op.segments);
    const going = new Set(op.segments);
    const names = new Set<string>();
    for (const { id, speaker, start, end } of op.by) {
      mustSpeak(op, speaker);
      if (names.has(id) || (nodes.has(id) && !going.has(id)))
        throw new EditInvalid(op, `there is a segment ${id}`);
      if (id === '' || id.length > 64 || end < start) throw new EditInvalid(op, `${id} is no segment`);
      names.add(id);
    }
    let last = run[0]!.previous;
    run.forEach(take);
    // A removed segment that comes back regains its origin.
    const back = new Map<string, Origin>(
      op.by.flatMap(({ id }) => (!going.has(id) && removed.has(id) ? [[id, takeRemoved(id)]] : [])),
    );
    const heirs = op.by.filter(({ id }) => !back.has(id));
    if (heirs.length === 0) for (const node of run) removed.set(node.segment.id, originOf(node));
    const shares = heirs.length === 0 ? [] : shareOrigin(joinOrigins(run.map(originOf)), heirs);
    heirs.forEach(({ id }, index) => back.set(id, shares[index]!));
    for (const segment of op.by) {
      const origin = back.get(segment.id)!;
      last = put(last, withOwnWords(segment, origin), origin);
    }
  };

  const segments = (): Segment[] => {
    const all: Segment[] = [];
    for (let node = head.next; node; node = node.next) all.push(node.segment);
    return all;
  };

  function* changedOrigins(): Generator<[string, Origin]> {
    for (let node = head.next; node; node = node.next)
      if (node.origin && !isMachines(node.segment, node.origin)) yield [node.segment.id, node.origin];
    yield* removed;
  }

  return {
    apply(op) {
      if (op.op === 'text') return write(op);
      if (op.op === 'merge') return merge(op);
      if (op.op === 'split') return split(op);
      if (op.op === 'insert') return insert(op);
      if (op.op === 'replace') return replace(op);
      if (op.op === 'speaker') return void speakers.set(op.key, { name: op.name });
      if (op.op === 'dismiss') {
        if (!unapplied.delete(op.unapplied)) throw new EditInvalid(op, `there is no change ${op.unapplied}`);
        return;
      }
      const node = find(op, op.segment);
      mustSpeak(op, op.speaker);
      node.segment = { ...node.segment, speaker: op.speaker };
    },
    segment: (id) => nodes.get(id)?.segment,
    before: (id) => nodes.get(id)?.previous?.segment ?? null,
    after: (id) => nodes.get(id)?.next?.segment ?? null,
    written(id) {
      const node = nodes.get(id);
      return node && readOrigin(originOf(node));
    },
    reading(id, text) {
      const node = nodes.get(id);
      return node && textOver(originOf(node), node.segment, text);
    },
    name: (key) => speakers.get(key)?.name,
    segments,
    size() {
      const size = { segments: nodes.size, characters: 0, words: 0 };
      for (const [key, { name }] of speakers) size.characters += key.length + name.length;
      for (let node = head.next; node; node = node.next) {
        size.characters += node.segment.text.length;
        size.words += node.segment.words.length;
      }
      return size;
    },
    transcript() {
      const packed = packOrigins(changedOrigins());
      const { version, engine, partial } = machine;
      return {
        version,
        engine,
        partial,
        speakers: Object.fromEntries(speakers),
        segments: segments(),
        unapplied: [...unapplied.values()],
        ...(packed ? { origins: packed } : {}),
      };
    },
  };
}

/**
 * Applies edits to an engine's transcript, in order.
 * @throws EditInvalid
 */
export function applyEdits(machine: Transcript, ops: readonly EditOp[]): Transcript {
  if (ops.length === 0) return machine;
  const overlay = createOverlay(machine);
  for (const op of ops) overlay.apply(op);
  return overlay.transcript();
}

/**
 * Applies edits in order and sets aside those that do not fit: an unfinished version may lose its last segments for a
 * moment when the engine starts again there.
 */
export function createFitting(machine: Transcript) {
  const overlay = createOverlay(machine);
  const [fitting, unfit]: [EditOp[], EditOp[]] = [[], []];
  return {
    add(op: EditOp): void {
      try {
        overlay.apply(op);
        fitting.push(op);
      } catch (error) {
        if (!(error instanceof EditInvalid)) throw error;
        unfit.push(op);
      }
    },
    result: () => ({ transcript: overlay.transcript(), fitting, unfit }),
  };
}

export function applyFitting(
  machine: Transcript,
  ops: readonly EditOp[],
): { transcript: Transcript; fitting: EditOp[]; unfit: EditOp[] } {
  const fitting = createFitting(machine);
  for (const op of ops) fitting.add(op);
  return fitting.result();
}
