import { tidyText } from '#api/shared/transcript-edit/realign.ts';
import * as rules from './edit-commands.rules.ts';
import type { EditHistory } from './edit-history.ts';
import { editableIds, type EditStack } from './edit-stack.ts';
import type { StoredConflict } from './edit.rules.ts';

type EditWritingDeps = {
  stack: EditStack;
  history: Pick<EditHistory, 'write' | 'endBurst'>;
  /** Returns the time of a key stroke, ms. */
  now(): number;
  onEdited(): void;
};

/** Handles typing in one segment. */
export type EditWriting = {
  /**
   * Writes the text of a segment. It is called on each key stroke. Typing without a pause in one segment is one step of
   * undo.
   */
  write(segment: string, text: string): void;
  end(): void;
  /**
   * Receives new conflicts. If one of them is about the segment, further typing changes `mine` of that conflict, and
   * not the text.
   */
  interrupt(newConflicts: readonly StoredConflict[]): void;
  /** Called when the conflict about this segment is resolved. Typing then changes the text again. */
  resume(segment: string): void;
};

export function createEditWriting({ stack, history, now, onEdited }: EditWritingDeps): EditWriting {
  let current: string | null = null;
  /** Segment in which a conflict appeared while the person was typing; null if there is none. */
  let interrupted: string | null = null;

  return {
    write(segment, given) {
      const text = tidyText(given).slice(0, rules.maxText);
      if (segment !== current) interrupted = null;
      current = segment;
      const mine = stack.conflicts.find(({ of }) => of === segment);
      if (interrupted === segment && mine) {
        stack.setConflicts(stack.conflicts.map((each) => (each === mine ? { ...each, mine: text } : each)));
        return onEdited();
      }
      if (editableIds(stack, [segment]).length === 0) return;
      if (stack.overlay.segment(segment)?.text === text) return;
      const change = stack.perform({ op: 'text', segment, text });
      if (change) history.write(segment, change, now());
      onEdited();
    },
    end() {
      interrupted = current = null;
      history.endBurst();
    },
    interrupt(newConflicts) {
      if (newConflicts.some(({ of }) => of === current)) interrupted = current;
    },
    resume(segment) {
      if (interrupted === segment) interrupted = null;
    },
  };
}
