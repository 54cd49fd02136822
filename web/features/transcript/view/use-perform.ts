import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Player, stepS } from '#web/features/player/index.ts';
import type { Hit } from '#web/features/transcript/find/find.rules.ts';
import { contextOf, replaceHits } from '#web/features/transcript/find/find.rules.ts';
import { givenName } from '#web/parts/transcript/speaker.rules.ts';
import { isEditable } from '#web/features/transcript/editor/edit.rules.ts';
import type { TranscriptEditor } from '#web/features/transcript/editor/transcript-editor.ts';
import type { KeyAction } from '#web/features/transcript/keys/transcript-keys.rules.ts';
import type { ListHandle } from './transcript-list.tsx';
import { isUnsure } from '#web/parts/transcript/doubt.rules.ts';
import { wordPlaces } from '#web/features/transcript/transcript.rules.ts';
import type { OpenPanel } from './turn-panels.tsx';
import type { TurnPanel } from './turn-actions.ts';
import type { useDoubts } from './use-doubts.ts';
import type { Find } from '#web/features/transcript/find/use-find.ts';
import type { Playing } from './use-playing.ts';
import { ownActionOf } from '#web/features/transcript/keys/use-transcript-keys.ts';
import type { useTurns, Writing } from './use-turns.ts';

type PerformDeps = {
  editor: TranscriptEditor | null;
  player: Player | null;
  turns: ReturnType<typeof useTurns>;
  playing: Playing;
  doubts: ReturnType<typeof useDoubts>;
  find: Find;
  writing: Writing | null;
  list: React.RefObject<ListHandle | null>;
  say(text: string): void;
  play(timeS: number): void;
  onOpen(panel: OpenPanel): void;
  onMap(): void;
};

export function usePerform(deps: PerformDeps) {
  const { t } = useTranslation();
  const { editor, player, turns, playing, doubts, find, writing, list, say } = deps;
  /** Number of find requests: each one focuses the field. */
  const [asked, setAsked] = useState(0);
  const seek = (byS: number) => player?.seek(player.position() + byS);

  const openAt = (panel: TurnPanel, id: string) => {
    const item = list.current?.element
      ?.querySelector(`[data-turn="${CSS.escape(id)}"]`)
      ?.closest('[data-index]');
    const anchor = item?.querySelector('[data-name]') ?? item?.querySelector('[data-menu]');
    const beside = panel === 'menu' ? item?.querySelector('[data-menu]') : anchor;
    if (beside) deps.onOpen({ panel, segment: id, anchor: beside });
  };
  const goToDoubt = (step: 1 | -1) => {
    const isWritten = writing !== null;
    const from = turns.active === null ? (playing.segment() ?? -1) : turns.indexOf(turns.active);
    const next = doubts.step(from, step);
    const segment = next && turns.segments()[next.index];
    if (!next || !segment) return say(t('transcript.doubt.none'));
    say(next.said);
    if (!isWritten) return turns.go(segment.id, { align: 'center', isMarked: true });
    const word = segment.words.findIndex(isUnsure);
    turns.write(segment.id, { offset: wordPlaces(segment).find((place) => place.word === word)?.from ?? 0 });
  };
  const confirm = (id: string): void | false => {
    if (!editor || !doubts.isDoubtful(id)) return false;
    editor.confirm(id);
    const { left, next } = doubts.confirmed(turns.indexOf(id));
    const segment = next && turns.segments()[next.index];
    const said = t('transcript.doubt.confirmed', { count: left });
    if (!segment) {
      say(t('transcript.doubt.confirmedAll'));
      return turns.go(id);
    }
    say(`${said} ${next.said}`);
    turns.go(segment.id, { align: 'center', isMarked: true });
  };
  const openFind = (): void | false => {
    // In its own field, the shortcut opens the browser's find.
    if (find.isOpen && document.activeElement?.closest('[data-find]')) return false;
    const chosen = window.getSelection()?.toString().trim() ?? '';
    find.open(chosen !== '' && !chosen.includes('\n') && chosen.length < 80 ? { text: chosen } : {});
    doubts.clear();
    setAsked((count) => count + 1);
  };

  const goToHit = (index: number) => {
    const hit = find.hits[index];
    const segment = hit && turns.segments()[hit.index];
    if (!hit || !segment) return;
    find.setCurrent(index);
    playing.leave();
    turns.setActive(hit.segment);
    list.current?.show(hit.index, 'auto');
    const { before, hit: found, after } = contextOf(segment.text, hit);
    say(
      t('transcript.find.at', { number: index + 1, count: find.hits.length, text: before + found + after }),
    );
  };
  const step = (by: 1 | -1) => {
    const { length } = find.hits;
    if (length > 0) goToHit((Math.max(find.current, by === 1 ? -1 : 0) + by + length) % length);
    else say(t('transcript.find.none'));
  };
  const replace = (hits: readonly Hit[]) => {
    const changes = replaceHits(turns.segments(), hits, find.replacement);
    if (!editor || changes.length === 0) return;
    editor.replaceAll(changes);
    say(t('transcript.find.replaced', { count: hits.length }));
  };

  const actionsOn = (id: string): Record<KeyAction, () => void | false> => {
    const own = turns.find(id);
    const goTo = (to: { id: string } | undefined) => to && turns.go(to.id);
    const neighbourOf = (by: 1 | -1) => turns.segments()[turns.indexOf(id) + by];
    const edit = (run: () => void | false) => () =>
      editor && own && isEditable(editor.state.transcript, id) ? run() : false;
    return {
      toggle: () => (player ? player.toggle() : false),
      back: () => seek(-stepS),
      forward: () => seek(stepS),
      jumpToNow() {
        const now = turns.segments()[playing.segment() ?? -1];
        if (now) turns.go(now.id, { align: 'center' });
        playing.follow();
      },
      playFrom: () => (player && own ? deps.play(own.start) : false),
      next: () => goTo(neighbourOf(1)),
      previous: () => goTo(neighbourOf(-1)),
      first: () => goTo(turns.segments()[0]),
      last: () => goTo(turns.segments().at(-1)),
      write: edit(() => turns.write(id, turns.caretOf(id))),
      leave: () => false,
      split: edit(() => {
        turns.write(id, turns.caretOf(id));
        say(t('transcript.said.howToSplit'));
      }),
      insert: edit(() => turns.insert(id)),
      mergePrevious: edit(() => turns.merge(id, -1, false)),
      mergeNext: edit(() => turns.merge(id, 1, false)),
      remove: edit(() => turns.remove(id)),
      rename: edit(() => openAt('name', id)),
      assign: edit(() => openAt('assign', id)),
      menu: () => (own ? openAt('menu', id) : false),
      nextDoubt: () => goToDoubt(1),
      previousDoubt: () => goToDoubt(-1),
      confirm: edit(() => confirm(id)),
      find: openFind,
      nextHit: () => step(1),
      previousHit: () => step(-1),
      undo: () => (editor ? turns.history('undo') : false),
      redo: () => (editor ? turns.history('redo') : false),
      keys: deps.onMap,
    };
  };
  /** Returns true if the action applied; `segment`: the section that has the focus or whose menu was used. */
  const perform = (action: KeyAction, segment: string | null): boolean =>
    actionsOn(segment ?? '')[action]() !== false;

  /** The same in the field of a section, for actions that depend on the caret. */
  const performInField = (id: string, event: React.KeyboardEvent<HTMLTextAreaElement>): boolean => {
    if (turns.edge(id, event)) return true;
    const field = event.currentTarget;
    const action = ownActionOf(event, ['writing']);
    const isAt = (place: number) => field.selectionStart === place && field.selectionEnd === place;
    if (action === 'leave') turns.go(id);
    else if (action === 'split') turns.split(id, field);
    else if (action === 'mergePrevious' || action === 'mergeNext') {
      const step = action === 'mergeNext' ? 1 : -1;
      if (event.repeat || !isAt(step === 1 ? field.value.length : 0)) return false;
      turns.merge(id, step, true);
    } else if (action) return perform(action, id);
    else return false;
    return true;
  };

  const nameOf = (key: string, speakers = editor?.state.transcript.speakers ?? {}) =>
    givenName(speakers, key) || t('transcript.speaker.unnamed', { key });
  const rename = (key: string, name: string) => {
    if (!editor || name === (editor.state.transcript.speakers[key]?.name ?? '')) return;
    const from = nameOf(key);
    editor.rename(key, name);
    say(t('transcript.speaker.renamed', { from, to: nameOf(key) }));
  };
  const assign = (ids: readonly string[], speaker: string | null) => {
    const [first] = ids;
    if (!editor || first === undefined) return;
    editor.assign(ids, speaker);
    const key = turns.find(first)?.speaker;
    say(t('transcript.speaker.assigned', { name: key === undefined ? '' : nameOf(key) }));
  };
  return { perform, performInField, rename, assign, step, goToHit, replace, asked };
}
