import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#api/contract/limits.ts';
import { tidyText } from '#api/shared/transcript-edit/realign.ts';
import type { Segment } from '#api/contract/transcript.ts';
import { formatClock } from '#web/lib/format.ts';
import { caretAfter, offsetInLine } from '#web/features/transcript/text-place.ts';
import style from './transcript.module.css';

/**
 * Place where writing begins: an offset in the text, UTF-16 code units, or a distance from the left edge, px, in the
 * first or last line.
 */
export type Caret = { offset: number } | { xPx: number; line: 'first' | 'last' };

/** A key press in the field of a segment. */
export type FieldPress = Pick<
  React.KeyboardEvent<HTMLTextAreaElement>,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'currentTarget'
>;

export type WritingEvents = {
  onWrite(segment: string, text: string): void;
  /** Returns true if the key was handled, so that the field ignores it. */
  onKey(segment: string, press: FieldPress): boolean;
  onSplit(segment: string, field: HTMLTextAreaElement): void;
  onHistory(step: 'undo' | 'redo'): void;
  onLeave(segment: string): void;
  /** Calls `onChange` when the text changes outside this field. Returns a function that ends this. */
  watchText(segment: string, onChange: (text: string) => void): () => void;
};

type TranscriptWritingProps = {
  segment: Segment;
  name: string;
  language: string;
  caret: Caret;
  events: WritingEvents;
};

/**
 * Shows the text of a section as a field with the same typography. The field is uncontrolled, so that a key stroke
 * renders nothing. It gets its height from a copy of the text in the same grid cell.
 */
export function TranscriptWriting({ segment, name, language, caret, events }: TranscriptWritingProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const { id } = segment;
  const grow = () => {
    if (frame.current && field.current) frame.current.dataset['text'] = field.current.value;
  };

  const begin = useEffectEvent((place: Caret) => {
    const own = field.current;
    if (!own) return;
    // After a merge with a neighbour the same field has another text.
    if (tidyText(own.value) !== segment.text) own.value = segment.text;
    grow();
    own.focus({ preventScroll: true });
    const at = 'offset' in place ? place.offset : offsetInLine(own, place.xPx, place.line);
    own.setSelectionRange(at, at);
  });
  useLayoutEffect(() => begin(caret), [caret]);

  const take = useEffectEvent((text: string) => {
    const own = field.current;
    if (!own || tidyText(own.value) === text) return;
    const at = caretAfter(tidyText(own.value), text);
    own.value = text;
    grow();
    own.setSelectionRange(at, at);
  });
  useEffect(() => events.watchText(id, (text) => take(text)), [events, id]);

  // The native event `beforeinput` is needed, because React's `onBeforeInput` is another one.
  const intercept = useEffectEvent((event: InputEvent) => {
    const { inputType } = event;
    if (inputType === 'insertLineBreak' || inputType === 'insertParagraph') {
      event.preventDefault();
      if (field.current) events.onSplit(id, field.current);
    }
    if (inputType === 'historyUndo' || inputType === 'historyRedo') {
      event.preventDefault();
      events.onHistory(inputType === 'historyUndo' ? 'undo' : 'redo');
    }
  });
  useEffect(() => {
    const own = field.current;
    const controller = new AbortController();
    own?.addEventListener('beforeinput', (event) => intercept(event), { signal: controller.signal });
    return () => controller.abort();
  }, []);

  return (
    <div ref={frame} className={style.writing} data-text={segment.text}>
      <textarea
        ref={field}
        className={style.field}
        rows={1}
        defaultValue={segment.text}
        maxLength={limits.maxSegmentLength}
        lang={language}
        spellCheck
        autoCapitalize="sentences"
        autoComplete="off"
        aria-label={t('transcript.write.label', { name, time: formatClock(segment.start) })}
        data-writing
        onInput={({ currentTarget: own }) => {
          // Line breaks of pasted or dropped text are replaced by blanks of the same length, so that the caret stays at
          // its place.
          if (own.value.includes('\n')) {
            const at = own.selectionEnd;
            own.value = own.value.replaceAll('\n', ' ');
            own.setSelectionRange(at, at);
          }
          grow();
          events.onWrite(id, own.value);
        }}
        onKeyDown={(event) => {
          // In Safari the `keydown` that ends a composition comes after the end of the composition, with key code 229.
          if (event.nativeEvent.isComposing || event.keyCode === 229) return;
          if (!events.onKey(id, event)) return;
          event.preventDefault();
          event.stopPropagation();
        }}
        onBlur={() => {
          // If another window has the focus, this field stays open.
          if (document.activeElement !== field.current) events.onLeave(id);
        }}
      />
    </div>
  );
}
