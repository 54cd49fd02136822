import type { EditOp } from '#api/contract/edits.ts';
import { limits } from '#api/contract/limits.ts';
import { tidyText } from '#api/shared/transcript-edit/realign.ts';
import { touchedBy } from './edit-inverse.rules.ts';
import type { PendingEdit } from './edit.rules.ts';

/** A patch holds about so many characters: the server takes 2 MB, a character may have three bytes. */
const maxPatchLength = 500_000;

/** Edits on their way to the server, oldest first. Those of the request that is under way stay as they are. */
export type EditQueue = {
  readonly edits: readonly PendingEdit[];
  /** Texts of one segment become one; one that leaves the text as it was is none. */
  add(edit: PendingEdit): void;
  /** Takes these very ones off again, where they are the newest and not under way; false otherwise. */
  take(ops: readonly EditOp[]): boolean;
  /** What the next request, or the same once more, sends. Empty: there is nothing. */
  begin(): EditOp[];
  /** It arrived. */
  finish(): void;
  /** It was refused. */
  release(): void;
  put(edits: readonly PendingEdit[]): void;
  /** The first ones of the request under way, without the one at this index of it. */
  without(index: number): PendingEdit | undefined;
};

/** Most are texts: a list of ids for each would cost more than all else. */
const isAbout = (op: EditOp, segment: string): boolean =>
  op.op === 'text' ? op.segment === segment : touchedBy(op).includes(segment);

export function createEditQueue(): EditQueue {
  let edits: PendingEdit[] = [];
  let underWay = 0;

  const addText = (edit: PendingEdit, op: EditOp & { op: 'text' }): void => {
    const isBack = (was: PendingEdit) => was.was[0] === tidyText(op.text);
    for (let index = edits.length - 1; index >= underWay; index--) {
      const former = edits[index]!;
      if (!isAbout(former.op, op.segment)) continue;
      if (former.op.op !== 'text') break;
      if (isBack(former)) edits.splice(index, 1);
      else edits[index] = { ...former, op };
      return;
    }
    if (!isBack(edit)) edits.push(edit);
  };

  return {
    get edits() {
      return edits;
    },
    add(edit) {
      if (edit.op.op === 'text') addText(edit, edit.op);
      else edits.push(edit);
    },
    take(ops) {
      const from = edits.length - ops.length;
      if (ops.length === 0 || from < underWay) return false;
      if (!ops.every((op, index) => edits[from + index]!.op === op)) return false;
      edits.length = from;
      return true;
    },
    begin() {
      if (underWay === 0) {
        let length = 0;
        for (const { op } of edits.slice(0, limits.maxEditsPerPatch)) {
          length += JSON.stringify(op).length;
          if (underWay > 0 && length > maxPatchLength) break;
          underWay++;
        }
      }
      return edits.slice(0, underWay).map(({ op }) => op);
    },
    finish() {
      edits.splice(0, underWay);
      underWay = 0;
    },
    release() {
      underWay = 0;
    },
    put(next) {
      edits = [...next];
      underWay = 0;
    },
    without(index) {
      underWay = 0;
      return edits.splice(index, 1)[0];
    },
  };
}
