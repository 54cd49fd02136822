import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { subscribe } from 'valtio';
import { tidyText } from '#api/shared/transcript-edit/realign.ts';
import type { Segment, Transcript } from '#api/contract/transcript.ts';
import type { Player } from '#web/features/player/index.ts';
import { correctedWord } from '#web/features/transcript/editor/difference.rules.ts';
import { linePlace, offsetAtPoint } from '#web/features/transcript/text-place.ts';
import { isEditable } from '#web/features/transcript/editor/edit.rules.ts';
import type { TranscriptEditor } from '#web/features/transcript/editor/transcript-editor.ts';
import type { ListHandle } from './transcript-list.tsx';
import type { Caret, WritingEvents } from './transcript-writing.tsx';
import { wordPlaces } from '#web/features/transcript/transcript.rules.ts';
import type { Playing } from './use-playing.ts';

export type Writing = { segment: string; caret: Caret };

type TurnsDeps = {
  editor: TranscriptEditor | null;
  player: Player | null;
  transcript: Transcript;
  list: React.RefObject<ListHandle | null>;
  playing: Playing;
  writing: Writing | null;
  setWriting: React.Dispatch<React.SetStateAction<Writing | null>>;
  say(text: string): void;
  onCorrected(from: string, to: string): void;
};

type GoOptions = { align?: 'auto' | 'center'; isMarked?: boolean };

export function useTurns(deps: TurnsDeps) {
  const { t } = useTranslation();
  const [active, setActive] = useState<string | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  /** The text before writing began, to detect a corrected word. */
  const before = useRef<{ segment: string; text: string } | null>(null);
  const { editor, transcript } = deps;
  const segments = (): readonly Segment[] =>
    (editor?.state.transcript.segments as readonly Segment[] | undefined) ?? transcript.segments;
  const indexOf = (id: string) => segments().findIndex((one) => one.id === id);
  const find = (id: string) => segments()[indexOf(id)];

  /** Ends writing in a section and reports a corrected word. */
  const finish = (id: string) => {
    const was = before.current;
    if (was?.segment !== id) return;
    before.current = null;
    editor?.endWriting();
    const text = find(id)?.text;
    const corrected = text === undefined ? null : correctedWord(was.text, text);
    if (corrected) deps.onCorrected(corrected.from, corrected.to);
  };

  const go = (id: string, { align = 'auto', isMarked = false }: GoOptions = {}) => {
    if (deps.writing) finish(deps.writing.segment);
    deps.playing.leave();
    deps.setWriting(null);
    setActive(id);
    setWanted(isMarked ? id : null);
    deps.list.current?.go(id, align, true);
  };
  /** Opens the field of a section with the caret in it. */
  const write = (id: string, caret: Caret, align: 'auto' | 'center' = 'auto') => {
    const segment = find(id);
    if (!editor || !segment || !isEditable(editor.state.transcript, id)) return;
    // A field that is removed while focused fires no blur event.
    if (deps.writing && deps.writing.segment !== id) finish(deps.writing.segment);
    if (before.current?.segment !== id) before.current = { segment: id, text: segment.text };
    deps.playing.leave();
    setActive(id);
    deps.setWriting({ segment: id, caret });
    deps.list.current?.go(id, align, false);
  };
  /** Where writing begins: at the word being played, else at a doubtful one. */
  const caretOf = (id: string): Caret => {
    const segment = find(id);
    const index = indexOf(id);
    if (!segment) return { offset: 0 };
    const heard = deps.playing.segment() === index ? deps.playing.word() : null;
    const unsure = wanted === id ? segment.words.findIndex(({ confidence }) => confidence < 0.5) : -1;
    const word = heard !== null && heard > 0 ? heard : unsure;
    return { offset: wordPlaces(segment).find((place) => place.word === word)?.from ?? 0 };
  };
  const neighbour = (id: string, step: 1 | -1) => segments()[indexOf(id) + step];

  const merge = (id: string, step: 1 | -1, isWritten: boolean) => {
    const other = neighbour(id, step);
    const [first, second] = step === 1 ? [find(id), other] : [other, find(id)];
    if (!editor || !first || !second) return;
    const offset = first.text.length + (first.text !== '' && second.text !== '' ? 1 : 0);
    before.current = null;
    editor.merge([first.id, second.id]);
    deps.say(t('transcript.said.merged'));
    if (isWritten) write(first.id, { offset });
    else go(first.id);
  };
  const split = (id: string, field: HTMLTextAreaElement) => {
    // The stored text is tidied, and a caret before a blank splits after it.
    const rest = field.value.slice(field.selectionEnd);
    const ahead = tidyText(field.value.slice(0, field.selectionEnd));
    const isBetween = rest === '' || /^\s/.test(rest) || /\s$/.test(field.value.slice(0, field.selectionEnd));
    const second = editor?.split(id, ahead.length + (isBetween && ahead !== '' ? 1 : 0)) ?? null;
    before.current = null;
    deps.say(t(second ? 'transcript.said.split' : 'transcript.said.noSplit'));
    if (second) write(second, { offset: 0 });
  };
  const insert = (id: string) => {
    const made = editor?.insert(id) ?? null;
    if (!made) return;
    deps.say(t('transcript.said.inserted'));
    write(made, { offset: 0 });
  };
  const remove = (id: string) => {
    const next = neighbour(id, 1) ?? neighbour(id, -1);
    if (!editor) return;
    editor.remove([id]);
    before.current = null;
    deps.say(t('transcript.said.removed'));
    if (next) go(next.id);
  };
  const history = (step: 'undo' | 'redo') => {
    if (!editor) return;
    const echo = editor[step]();
    if (!echo) return deps.say(t(`transcript.editor.${step}None`));
    const kind = t(`transcript.editor.kind.${echo.kind}`);
    deps.say(t(`transcript.editor.${step === 'undo' ? 'undone' : 'redone'}`, { kind }));
    if (echo.segment === null || deps.writing?.segment === echo.segment) return;
    const index = indexOf(echo.segment);
    // If the segment is gone after undo, goes to the one in its place.
    const at = index >= 0 ? segments()[index] : segments()[Math.max(0, lastIndex.current - 1)];
    if (at) go(at.id, { align: 'center', isMarked: true });
  };
  /** Index of the active section at the last render. */
  const lastIndex = useRef(0);
  useEffect(() => {
    const index = active === null ? -1 : transcript.segments.findIndex(({ id }) => id === active);
    if (index >= 0) lastIndex.current = index;
  }, [active, transcript]);

  const leave = (id: string) => {
    deps.setWriting((now) => (now?.segment === id ? null : now));
    finish(id);
  };

  /** Arrow keys at the edges of a field move to the neighbouring section. */
  const edge = (id: string, event: React.KeyboardEvent<HTMLTextAreaElement>): boolean => {
    const { key, currentTarget: field } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
    const { selectionStart: start, selectionEnd: end } = field;
    if (start !== end) return false;
    const isVertical = key === 'ArrowUp' || key === 'ArrowDown';
    const step = key === 'ArrowUp' || key === 'ArrowLeft' ? -1 : 1;
    const other = neighbour(id, step);
    if (!other || !key.startsWith('Arrow')) return false;
    if (isVertical) {
      const place = linePlace(field);
      if (!(step === 1 ? place.isLast : place.isFirst)) return false;
      write(other.id, { xPx: place.xPx, line: step === 1 ? 'first' : 'last' });
      return true;
    }
    if (start !== (step === 1 ? field.value.length : 0)) return false;
    write(other.id, { offset: step === 1 ? 0 : other.text.length });
    return true;
  };

  const now = {
    deps,
    find,
    indexOf,
    segments,
    go,
    write,
    caretOf,
    merge,
    split,
    insert,
    remove,
    history,
    leave,
    edge,
  };
  const latest = useRef(now);
  useEffect(() => {
    latest.current = now;
  });

  const writing = useMemo(
    (): Omit<WritingEvents, 'onKey'> => ({
      onWrite(id, text) {
        latest.current.deps.editor?.write(id, text);
        latest.current.deps.player?.slow();
      },
      onSplit: (id, field) => latest.current.split(id, field),
      onHistory: (step) => latest.current.history(step),
      onLeave: (id) => latest.current.leave(id),
      watchText(id, onChange) {
        const own = latest.current.deps.editor;
        if (!own) return () => {};
        return subscribe(own.state, () => {
          const { transcript, conflicts } = own.state;
          const segment = transcript.segments.find((one) => one.id === id);
          if (!segment) latest.current.leave(id);
          // With a conflict, further typing changes the local text of the conflict, so the field keeps it.
          else if (!conflicts.some((one) => one.segment === id)) onChange(segment.text);
        });
      },
    }),
    [],
  );
  const writeAt = useMemo(
    () => (id: string, event: React.MouseEvent) => {
      const text = event.currentTarget.querySelector('[data-text]');
      if (!text || !latest.current.deps.editor || !text.contains(event.target as Node)) return;
      const offset = offsetAtPoint(text, event.clientX, event.clientY);
      window.getSelection()?.removeAllRanges();
      latest.current.write(id, offset === null ? latest.current.caretOf(id) : { offset });
    },
    [],
  );
  return { ...now, active, setActive, wanted, setWanted, writing, writeAt };
}
