import type { EditOp } from '#api/contract/edits.ts';
import type { Unapplied } from '#api/contract/transcript.ts';

export type UnappliedList = ReturnType<typeof createUnappliedList>;

/** Creates a list of the edits of a version that cannot be carried over to a newer one. */
export function createUnappliedList(version: number) {
  const items: Unapplied[] = [];
  return {
    items,
    /** Adds an edit. Times are in s; `text` is the person's, `was` the engine's. */
    add(
      kind: Unapplied['kind'],
      { start, end }: { start: number; end: number },
      text: string,
      was: string,
    ): void {
      items.push({ id: `${version}-${items.length + 1}`, kind, start, end, text, was });
    },
  };
}

/** Lists edits that are invalid because their segment or speaker is gone; their position is unknown. */
export const invalidToUnapplied = (version: number, ops: readonly EditOp[]): Unapplied[] =>
  ops.flatMap((op, index) => {
    if (op.op === 'dismiss') return [];
    const written = op.op === 'replace' ? op.by.map((segment) => segment.text).join(' ') : '';
    const texts = { text: 'text' in op ? op.text : written, name: 'name' in op ? op.name : '' };
    const text = texts.text || texts.name || ('speaker' in op ? op.speaker : '');
    return [{ id: `${version}-u${index + 1}`, kind: op.op, start: 0, end: 0, text, was: '' }];
  });
