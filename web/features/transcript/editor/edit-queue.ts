import type { EditOp } from '#api/contract/edits.ts';
import { limits } from '#api/contract/limits.ts';
import { tidyText } from '#api/shared/transcript-edit/realign.ts';
import { touchedBy } from './edit-inverse.rules.ts';
import type { PendingEdit } from './edit.rules.ts';

/** Approximate limit of a patch, characters. The server accepts 2 MB, and a character can take three bytes. */
const maxPatchLength = 500_000;

/** The edits that the server does not have yet, oldest first. The edits of a pending request do not change. */
export type EditQueue = {
  readonly edits: readonly PendingEdit[];
  /** The edits of the pending request. They are the oldest edits. */
  readonly requested: readonly PendingEdit[];
  /** The edits that are in no request yet. They come after those of the pending request. */
  readonly waiting: readonly PendingEdit[];
  /** Adds an edit. Text edits of one segment are joined, and one that restores the former text is dropped. */
  add(edit: PendingEdit): void;
  /** Removes exactly these edits if they are the newest and not in the pending request. Otherwise returns false. */
  take(ops: readonly EditOp[]): boolean;
  /**
   * Begins the next request and returns its edits. If a request is pending, its edits are returned again. The list is
   * empty if there are no edits.
   */
  begin(): EditOp[];
  /** Removes the edits of the pending request, because the server has accepted them. */
  finish(): void;
  /** Ends the pending request, because the server has refused it. Its edits may change again. */
  release(): void;
  /** Replaces the edits that are in no request yet. The edits of the pending request stay, because the server may have applied them already. */
  put(waiting: readonly PendingEdit[]): void;
  /** Ends the pending request, and removes the edit at this index. */
  without(index: number): PendingEdit | undefined;
};

/**
 * True if an edit changes a segment. Most edits are texts. They are compared without a list of ids, which would take
 * more time than everything else.
 */
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
    get requested() {
      return edits.slice(0, underWay);
    },
    get waiting() {
      return edits.slice(underWay);
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
    put(waiting) {
      edits = [...edits.slice(0, underWay), ...waiting];
    },
    without(index) {
      underWay = 0;
      return edits.splice(index, 1)[0];
    },
  };
}
