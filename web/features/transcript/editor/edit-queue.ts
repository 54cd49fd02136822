import type { EditOp } from '#api/contract/edits.ts';
import { limits } from '#api/contract/limits.ts';
import { tidyText } from '#api/shared/transcript-edit/realign.ts';
import { touchedBy } from './edit-inverse.rules.ts';
import type { PendingEdit } from './edit.rules.ts';

/** Approximate limit of a patch, characters: the server accepts 2 MB, and a character can take three bytes. */
const maxPatchLength = 500_000;

/** Edits that the server does not have yet, oldest first. Those of the pending request do not change. */
export type EditQueue = {
  readonly edits: readonly PendingEdit[];
  /** Joins text edits of one segment, and drops one that restores the former text. */
  add(edit: PendingEdit): void;
  /** Removes exactly these edits if they are the newest and not in the pending request; else returns false. */
  take(ops: readonly EditOp[]): boolean;
  /** Returns the edits of the next request, or of the same one when it is repeated; empty if there are none. */
  begin(): EditOp[];
  /** The pending request was accepted: removes its edits. */
  finish(): void;
  /** The pending request was refused: its edits may change again. */
  release(): void;
  put(edits: readonly PendingEdit[]): void;
  /** Ends the pending request and removes the edit at this index of it. */
  without(index: number): PendingEdit | undefined;
};

/** Returns true if an edit changes a segment. Most edits are texts, which are compared without a list of ids: it would cost more than all else. */
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
