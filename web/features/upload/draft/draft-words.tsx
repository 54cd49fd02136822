import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Player } from '#web/features/player/index.ts';
import { createPlayingMark, type PlayingMark } from '#web/parts/transcript/playing-mark.ts';
import type { TranscribedSegment } from '#workers/preview/preview.contract.ts';
import { Paragraph } from './draft-paragraph.tsx';
import { createParagraphs, cutKey, type DraftParagraph } from './paragraph.rules.ts';
import { focusNext } from './word-focus.ts';
import style from './file-draft.module.css';

export type DraftPlayer = Pick<Player, 'state' | 'position' | 'seek' | 'play'>;

type DraftWordsProps = {
  segments: readonly TranscribedSegment[];
  language: string;
  /** Spans that are cut out, s, ascending. */
  cuts: readonly (readonly [number, number])[];
  /** Null as long as nothing can be played. */
  player: DraftPlayer | null;
  /** How far the text is scrolled, px. It outlasts this component. */
  scrolledPx: RefObject<number>;
};

/**
 * The words of a draft. A press on a word plays there. One paragraph is a tab stop: the vertical arrow keys move between
 * paragraphs, the horizontal ones between words.
 */
export function DraftWords({ segments, language, cuts, player, scrolledPx }: DraftWordsProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  const [active, setActive] = useState(0);
  const [split] = useState(createParagraphs);
  const paragraphs = useMemo(() => split(segments), [split, segments]);
  useScrollKept(list, scrolledPx);
  useWordPresses(list, paragraphs, player);
  usePlayingMark(list, paragraphs, player);
  return (
    // The list handles the keys of its buttons and words, so that one listener serves all of them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ol
      ref={list}
      className={style.text}
      aria-label={t('draft.file.title')}
      // A text that scrolls must be reachable by keys. Later its buttons are.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={player ? undefined : 0}
      data-playable={player ? true : undefined}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !player) return;
        const next = focusNext(event.currentTarget, event.key);
        if (next === null) return;
        event.preventDefault();
        setActive(next);
      }}
      onFocus={({ target }) => {
        const item = target.closest<HTMLElement>('[data-index]');
        if (item) setActive(Number(item.dataset['index']));
      }}
    >
      {paragraphs.map((paragraph, index) => (
        <Paragraph
          key={paragraph.start}
          paragraph={paragraph}
          index={index}
          cut={cutKey(paragraph.words, cuts)}
          language={language}
          canPlay={player !== null}
          isActive={index === Math.min(active, paragraphs.length - 1)}
        />
      ))}
    </ol>
  );
}

function useScrollKept(list: RefObject<HTMLElement | null>, scrolledPx: RefObject<number>): void {
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    element.scrollTo({ top: scrolledPx.current });
    const controller = new AbortController();
    const keep = () => void (scrolledPx.current = element.scrollTop);
    element.addEventListener('scroll', keep, { signal: controller.signal, passive: true });
    return () => controller.abort();
  }, [list, scrolledPx]);
}

/** Plays at the word or the paragraph that is pressed, unless the press ends a selection of text. */
function useWordPresses(
  list: RefObject<HTMLElement | null>,
  paragraphs: readonly DraftParagraph[],
  player: DraftPlayer | null,
): void {
  const press = useEffectEvent(({ target, detail }: MouseEvent) => {
    if (!player || !(target instanceof Element)) return;
    // A press of a key has no `detail`. It ends no selection, so one that is there does not hinder it.
    if (detail > 0 && window.getSelection()?.type === 'Range') return;
    const paragraph = paragraphs[Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'])];
    const word = target.closest<HTMLElement>('[data-word]');
    if (!paragraph || !(word || target.closest('[data-play]'))) return;
    const startS = word ? paragraph.words[Number(word.dataset['word'])]?.start : paragraph.start;
    player.seek(startS ?? paragraph.start);
    player.play();
  });
  useEffect(() => {
    const controller = new AbortController();
    list.current?.addEventListener('click', (event) => press(event), { signal: controller.signal });
    return () => controller.abort();
  }, [list]);
}

/** Marks the word that is played. */
function usePlayingMark(
  list: RefObject<HTMLElement | null>,
  paragraphs: readonly DraftParagraph[],
  player: DraftPlayer | null,
): void {
  const mark = useRef<PlayingMark>(null);
  const read = useEffectEvent(() => paragraphs);
  useEffect(() => {
    if (!player) return;
    const owned = createPlayingMark({
      player,
      segments: () => read(),
      list: () => list.current,
      onSegment() {},
    });
    mark.current = owned;
    return () => owned[Symbol.dispose]();
  }, [list, player]);
  useEffect(() => mark.current?.refresh());
}
