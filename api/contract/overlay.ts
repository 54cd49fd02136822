import type { EditOp } from './edits.ts';
import { realign, tidyText, wordsOf } from './realign.ts';
import type { Segment, Transcript, Unapplied, Word } from './transcript.ts';

/** An edit names a segment, a speaker or a place that is not there. The server answers `session.edit_invalid`. */
export class EditInvalid extends Error {
  override readonly name = 'EditInvalid';
  readonly op: EditOp;
  constructor(op: EditOp, why: string) {
    super(why);
    this.op = op;
  }
}

/** A transcript with edits upon it, one after the other; the machine's own stays as it is. */
export type Overlay = {
  /** @throws EditInvalid; nothing has changed then */
  apply(op: EditOp): void;
  segment(id: string): Segment | undefined;
  /** As it stands now. */
  transcript(): Transcript;
};

/** A segment among its neighbours. `words`: those of its segment, where this overlay made them and may append to them. */
type Node = { segment: Segment; next: Node | null; words: Word[] | null };

/** What the machine called a segment before it was split (`editOpSchema`, split). */
export const rootOf = (id: string): string => id.split('/', 1)[0]!;
export const splitId = (id: string, atS: number): string => `${rootOf(id)}/${Math.round(atS * 1000)}`;

/** Opens an overlay; each edit costs what its own segments are long. */
export function createOverlay(machine: Transcript): Overlay {
  const nodes = new Map<string, Node>();
  const speakers = new Map(Object.entries(machine.speakers));
  const unapplied = new Map<string, Unapplied>(machine.unapplied.map((each) => [each.id, each]));
  let first: Node | null = null;
  for (const segment of machine.segments.toReversed()) {
    first = { segment, next: first, words: null };
    nodes.set(segment.id, first);
  }

  const find = (op: EditOp, id: string): Node => {
    const node = nodes.get(id);
    if (!node) throw new EditInvalid(op, `there is no segment ${id}`);
    return node;
  };

  const write = (op: EditOp & { op: 'text' }): void => {
    const node = find(op, op.segment);
    const text = tidyText(op.text);
    const words = realign(node.segment, text);
    node.segment = { ...node.segment, text, words, doubt: null };
    node.words = words;
  };

  const merge = (op: EditOp & { op: 'merge' }): void => {
    const [head, ...others] = op.segments.map((id) => find(op, id));
    let last = head!;
    for (const other of others) {
      if (last.next !== other) throw new EditInvalid(op, `${other.segment.id} does not follow`);
      last = other;
    }
    const node = head!;
    node.words ??= [...wordsOf(node.segment)];
    for (const { segment } of others) {
      for (const word of wordsOf(segment)) node.words.push(word);
      const { start, end, text, doubt } = node.segment;
      node.segment = {
        ...node.segment,
        start: Math.min(start, segment.start),
        end: Math.max(end, segment.end),
        text: [text, segment.text].filter((part) => part !== '').join(' '),
        words: node.words,
        doubt: doubt ?? segment.doubt,
      };
      nodes.delete(segment.id);
    }
    node.next = last.next;
  };

  const split = (op: EditOp & { op: 'split' }): void => {
    const node = find(op, op.segment);
    const words = wordsOf(node.segment);
    const before = words.filter(({ start }) => start < op.at);
    const after = words.filter(({ start }) => start >= op.at);
    const [last, next] = [before.at(-1), after[0]];
    const id = splitId(op.segment, op.at);
    if (!last || !next || nodes.has(id)) throw new EditInvalid(op, `${op.segment} has no place at ${op.at}`);
    const { text } = node.segment;
    const at = placeOf(words, before.length, text);
    const half = (half: Word[], own: string): Pick<Segment, 'text' | 'words'> => ({
      text: at === null ? half.map((word) => word.text).join(' ') : own.trim(),
      words: half,
    });
    const second = { ...node.segment, id, start: next.start, ...half(after, text.slice(at ?? 0)) };
    node.next = { segment: second, next: node.next, words: after };
    node.segment = { ...node.segment, end: last.end, ...half(before, text.slice(0, at ?? 0)) };
    node.words = before;
    nodes.set(id, node.next);
  };

  return {
    apply(op) {
      if (op.op === 'text') return write(op);
      if (op.op === 'merge') return merge(op);
      if (op.op === 'split') return split(op);
      if (op.op === 'speaker') return void speakers.set(op.key, { name: op.name });
      if (op.op === 'dismiss') {
        if (!unapplied.delete(op.unapplied)) throw new EditInvalid(op, `there is no change ${op.unapplied}`);
        return;
      }
      const node = find(op, op.segment);
      if (!speakers.has(op.speaker)) throw new EditInvalid(op, `there is no speaker ${op.speaker}`);
      node.segment = { ...node.segment, speaker: op.speaker };
    },
    segment: (id) => nodes.get(id)?.segment,
    transcript() {
      const segments: Segment[] = [];
      for (let node = first; node; node = node.next)
        segments.push(node.words ? { ...node.segment, words: [...node.words] } : node.segment);
      return {
        ...machine,
        speakers: Object.fromEntries(speakers),
        segments,
        unapplied: [...unapplied.values()],
      };
    },
  };
}

/** Where in a text the word of this index begins; null where text and words differ. */
function placeOf(words: readonly Word[], index: number, text: string): number | null {
  let [at, begin] = [0, 0];
  for (const { text: word } of words.slice(0, index + 1)) {
    begin = text.indexOf(word, at);
    if (begin === -1) return null;
    at = begin + word.length;
  }
  return begin;
}

/**
 * The machine's transcript as people left it: their edits upon it, in order.
 * @throws EditInvalid
 */
export function applyEdits(machine: Transcript, ops: readonly EditOp[]): Transcript {
  if (ops.length === 0) return machine;
  const overlay = createOverlay(machine);
  for (const op of ops) overlay.apply(op);
  return overlay.transcript();
}

/**
 * Edits that fit, in order, upon a transcript, and those that do not: a version that is still being written may lose its last
 * part for a moment, when the work on it begins again there.
 */
export function applyFitting(
  machine: Transcript,
  ops: readonly EditOp[],
): { transcript: Transcript; fitting: EditOp[]; unfit: EditOp[] } {
  const overlay = createOverlay(machine);
  const [fitting, unfit]: [EditOp[], EditOp[]] = [[], []];
  for (const op of ops) {
    try {
      overlay.apply(op);
      fitting.push(op);
    } catch (error) {
      if (!(error instanceof EditInvalid)) throw error;
      unfit.push(op);
    }
  }
  return { transcript: overlay.transcript(), fitting, unfit };
}
