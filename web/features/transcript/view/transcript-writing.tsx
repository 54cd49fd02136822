import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#api/contract/limits.ts';
import { tidyText } from '#api/shared/transcript-edit/realign.ts';
import type { Segment } from '#api/contract/transcript.ts';
import { formatClock } from '#web/lib/format.ts';
import { caretAfter, offsetInLine } from '#web/features/transcript/text-place.ts';
import style from './transcript.module.css';

/** Where writing begins: a place in the text, or the first or last line, so far from the left. */
export type Caret = { offset: number } | { xPx: number; line: 'first' | 'last' };

/** What a text field tells of what is done in it. */
export type WritingEvents = {
  onWrite(segment: string, text: string): void;
  /** True: it was one of ours, the field leaves it. */
  onKey(segment: string, event: React.KeyboardEvent<HTMLTextAreaElement>): boolean;
  onSplit(segment: string, field: HTMLTextAreaElement): void;
  onHistory(step: 'undo' | 'redo'): void;
  onLeave(segment: string): void;
  /** Told when the text is changed by something else than this field; returns an end. */
  watchText(segment: string, onChange: (text: string) => void): () => void;
};

type TranscriptWritingProps = {
  segment: Segment;
  /** Who says it, as shown. */
  name: string;
  /** Of what is said. */
  language: string;
  caret: Caret;
  events: WritingEvents;
};

/**
 * A section's text as a field, set like the text it stands for. It keeps its own text: a stroke renders nothing, and its height
 * follows from a copy in the same grid cell, without measuring.
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
    // joined with a neighbour, it is the same field with another text
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

  // React has no event for it, and its own `onBeforeInput` is another one.
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
          // what was pasted or dropped goes into one line; the caret stays, letter for letter
          if (own.value.includes('\n')) {
            const at = own.selectionEnd;
            own.value = own.value.replaceAll('\n', ' ');
            own.setSelectionRange(at, at);
          }
          grow();
          events.onWrite(id, own.value);
        }}
        onKeyDown={(event) => {
          // 229: Safari tells of the key that ends a composition after its end
          if (event.nativeEvent.isComposing || event.keyCode === 229) return;
          if (!events.onKey(id, event)) return;
          event.preventDefault();
          event.stopPropagation();
        }}
        onBlur={() => {
          // another window has the focus, not another part of this one
          if (document.activeElement !== field.current) events.onLeave(id);
        }}
      />
    </div>
  );
}
