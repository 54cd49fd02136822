import { subscribe } from 'valtio';
import type { KeyAction } from '#web/features/transcript/keys/transcript-keys.rules.ts';
import { linePlace } from '#web/features/transcript/text-place.ts';
import type { TranscriptSource } from './transcript-source.ts';
import type { FieldPress, WritingEvents } from './transcript-writing.tsx';
import type { TurnEdits } from './turn-edits.ts';
import type { Turns } from './turns.state.ts';

type WritingEventsDeps = {
  source: TranscriptSource;
  turns: Turns;
  edits: TurnEdits;
  /** Returns the action of a key press in a field; null leaves the key to the field. */
  actionOf(press: FieldPress): KeyAction | null;
  /** Runs an action on a segment. Returns false if it does not apply. */
  perform(action: KeyAction, segment: string): boolean;
};

/** Creates the handlers of the events in the field of a segment. */
export function createWritingEvents(deps: WritingEventsDeps): WritingEvents {
  const { source, turns, edits, actionOf, perform } = deps;
  return {
    onWrite(id, text) {
      source.drawn.editor?.write(id, text);
      source.drawn.player?.slow();
    },
    onSplit: edits.split,
    onHistory: edits.history,
    onLeave: turns.leave,
    onKey(id, press) {
      if (leaveAtEdge(source, turns, id, press)) return true;
      const field = press.currentTarget;
      const action = actionOf(press);
      const isAt = (place: number) => field.selectionStart === place && field.selectionEnd === place;
      if (action === 'leave') turns.go(id);
      else if (action === 'split') edits.split(id, field);
      else if (action === 'mergePrevious' || action === 'mergeNext') {
        const step = action === 'mergeNext' ? 1 : -1;
        if (press.repeat || !isAt(step === 1 ? field.value.length : 0)) return false;
        edits.merge(id, step, true);
      } else if (action) return perform(action, id);
      else return false;
      return true;
    },
    watchText(id, onChange) {
      const { editor } = source.drawn;
      if (!editor) return () => {};
      return subscribe(editor.state, () => {
        const { transcript, conflicts } = editor.state;
        const segment = transcript.segments.find((one) => one.id === id);
        if (!segment) turns.leave(id);
        // While there is a conflict, typing changes the local text of the conflict, so the text of the field is not
        // replaced.
        else if (!conflicts.some((one) => one.segment === id)) onChange(segment.text);
      });
    },
  };
}

/**
 * Moves to the neighbouring segment when an arrow key is pressed at the edge of a field. Returns false if the field
 * keeps the key.
 */
function leaveAtEdge(source: TranscriptSource, turns: Turns, id: string, press: FieldPress): boolean {
  const { key, currentTarget: field } = press;
  if (press.ctrlKey || press.metaKey || press.altKey || press.shiftKey) return false;
  const { selectionStart: start, selectionEnd: end } = field;
  if (start !== end || !key.startsWith('Arrow')) return false;
  const isVertical = key === 'ArrowUp' || key === 'ArrowDown';
  const step = key === 'ArrowUp' || key === 'ArrowLeft' ? -1 : 1;
  const other = source.neighbour(id, step);
  if (!other) return false;
  if (isVertical) {
    const place = linePlace(field);
    if (!(step === 1 ? place.isLast : place.isFirst)) return false;
    turns.write(other.id, { xPx: place.xPx, line: step === 1 ? 'first' : 'last' });
    return true;
  }
  if (start !== (step === 1 ? field.value.length : 0)) return false;
  turns.write(other.id, { offset: step === 1 ? 0 : other.text.length });
  return true;
}
