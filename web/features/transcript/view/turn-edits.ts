import { tidyText } from '#api/shared/transcript-edit/realign.ts';
import type { Announcer } from './announcer.ts';
import type { TranscriptSource } from './transcript-source.ts';
import type { Turns } from './turns.state.ts';

type TurnEditsDeps = { source: TranscriptSource; turns: Turns; announcer: Announcer };

/** A text field and its caret, as an offset in UTF-16 code units. */
type TextField = Pick<HTMLTextAreaElement, 'value' | 'selectionEnd'>;

/** Commands on segments. Each command announces what it has done, and moves to the place where the person continues. */
export type TurnEdits = {
  /** Merges a segment with a neighbour. If `isWritten` is true, writing continues at the joint. */
  merge(id: string, step: 1 | -1, isWritten: boolean): void;
  /** Splits at the caret of the segment's field. */
  split(id: string, field: TextField): void;
  /** Inserts an empty segment after this one and opens it. */
  insert(id: string): void;
  remove(id: string): void;
  history(step: 'undo' | 'redo'): void;
};

export function createTurnEdits({ source, turns, announcer: { say, t } }: TurnEditsDeps): TurnEdits {
  return {
    merge(id, step, isWritten) {
      const { editor } = source.drawn;
      const [own, other] = [source.find(id), source.neighbour(id, step)];
      const [first, second] = step === 1 ? [own, other] : [other, own];
      if (!editor || !first || !second) return;
      const offset = first.text.length + (first.text !== '' && second.text !== '' ? 1 : 0);
      turns.forgetText();
      editor.merge([first.id, second.id]);
      say(t('transcript.said.merged'));
      if (isWritten) turns.write(first.id, { offset });
      else turns.go(first.id);
    },
    split(id, field) {
      const second = source.drawn.editor?.split(id, splitOffset(field)) ?? null;
      turns.forgetText();
      say(t(second ? 'transcript.said.split' : 'transcript.said.noSplit'));
      if (second) turns.write(second, { offset: 0 });
    },
    insert(id) {
      const made = source.drawn.editor?.insert(id) ?? null;
      if (!made) return;
      say(t('transcript.said.inserted'));
      turns.write(made, { offset: 0 });
    },
    remove(id) {
      const next = source.neighbour(id, 1) ?? source.neighbour(id, -1);
      const { editor } = source.drawn;
      if (!editor) return;
      editor.remove([id]);
      turns.forgetText();
      say(t('transcript.said.removed'));
      if (next) turns.go(next.id);
    },
    history(step) {
      const { editor } = source.drawn;
      if (!editor) return;
      const echo = editor[step]();
      if (!echo) return say(t(`transcript.editor.${step}None`));
      const kind = t(`transcript.editor.kind.${echo.kind}`);
      say(t(`transcript.editor.${step === 'undo' ? 'undone' : 'redone'}`, { kind }));
      if (echo.segment === null || turns.state.writing?.segment === echo.segment) return;
      // If the segment is gone after an undo, the segment in its place is shown.
      const at = source.find(echo.segment) ?? source.segments()[Math.max(0, turns.lastIndex() - 1)];
      if (at) turns.go(at.id, { align: 'center', isMarked: true });
    },
  };
}

/**
 * Returns the offset of the caret in the stored text, in which the blanks are tidied. If the caret is before a blank,
 * the offset is after it.
 */
function splitOffset({ value, selectionEnd }: TextField): number {
  const [before, after] = [value.slice(0, selectionEnd), value.slice(selectionEnd)];
  const ahead = tidyText(before);
  const isBetween = after === '' || /^\s/.test(after) || /\s$/.test(before);
  return ahead.length + (isBetween && ahead !== '' ? 1 : 0);
}
