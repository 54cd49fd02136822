import type { Change, EditHistory, Step } from './edit-history.ts';
import { isSameLook, lookAt } from './edit-inverse.rules.ts';
import type { EditStack } from './edit-stack.ts';
import type { EditWriting } from './edit-writing.ts';
import type { EditEcho, TranscriptEditor } from './transcript-editor.ts';

type EditUndoDeps = {
  stack: EditStack;
  history: EditHistory;
  writing: Pick<EditWriting, 'end'>;
  onEdited(): void;
};

/** Creates undo and redo of steps. A change can be undone or redone only if nobody has changed its target since. */
export function createEditUndo(deps: EditUndoDeps): Pick<TranscriptEditor, 'undo' | 'redo'> {
  const { stack, history, writing, onEdited } = deps;
  const isUnchanged = ({ op, before }: Change) => isSameLook(lookAt(stack.overlay, op), before);
  const undone = (changes: readonly Change[]) =>
    changes
      .toReversed()
      .flatMap((change) => stack.revert(change) ?? [])
      .toReversed();
  const redone = (changes: readonly Change[]) =>
    changes.flatMap((change) => (isUnchanged(change) ? (stack.perform(change.op) ?? []) : []));

  const move = (
    direction: 'undo' | 'redo',
    make: (changes: readonly Change[]) => Change[],
  ): EditEcho | null => {
    writing.end();
    const step = history[direction]((each) => withChanges(each, make(each.changes)));
    if (!step) return null;
    onEdited();
    return { kind: step.kind, segment: step.segment };
  };
  return { undo: () => move('undo', undone), redo: () => move('redo', redone) };
}

const withChanges = (step: Step, changes: Change[]): Step | null =>
  changes.length > 0 ? { ...step, changes } : null;
