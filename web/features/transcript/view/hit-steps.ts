import { contextOf, type Hit, replaceHits } from '#web/features/transcript/find/find.rules.ts';
import type { Find } from '#web/features/transcript/find/find.state.ts';
import type { Announcer } from './announcer.ts';
import type { Playing } from './playing.state.ts';
import type { ListHandle } from './transcript-list.tsx';
import type { TranscriptSource } from './transcript-source.ts';
import type { Turns } from './turns.state.ts';

type HitStepsDeps = {
  find: Find;
  source: TranscriptSource;
  turns: Turns;
  playing: Pick<Playing, 'leave'>;
  list(): ListHandle | null;
  announcer: Announcer;
};

/** Goes from hit to hit of the search, and replaces them. */
export type HitSteps = {
  /** Goes to a hit by its index. The search panel keeps the focus. */
  go(index: number): void;
  /** Goes to the next or previous hit. After the last hit comes the first. */
  step(by: 1 | -1): void;
  replace(hits: readonly Hit[]): void;
  /** Closes the search panel and goes to the section of the current hit. */
  close(): void;
};

export function createHitSteps(deps: HitStepsDeps): HitSteps {
  const { find, source, turns, playing, list } = deps;
  const { say, t } = deps.announcer;

  const go = (index: number): void => {
    const { hits } = find.state;
    const hit = hits[index];
    const segment = hit && source.segments()[hit.index];
    if (!hit || !segment) return;
    find.setCurrent(index);
    playing.leave();
    turns.activate(hit.segment);
    list()?.show(hit.index, 'auto');
    const { before, hit: found, after } = contextOf(segment.text, hit);
    const text = before + found + after;
    say(t('transcript.find.at', { number: index + 1, count: hits.length, text }));
  };
  return {
    go,
    step(by) {
      const { hits, current } = find.state;
      const { length } = hits;
      if (length > 0) go((Math.max(current, by === 1 ? -1 : 0) + by + length) % length);
      else say(t('transcript.find.none'));
    },
    replace(hits) {
      const { editor } = source.drawn;
      const changes = replaceHits(source.segments(), hits, find.state.replacement);
      if (!editor || changes.length === 0) return;
      editor.replaceAll(changes);
      say(t('transcript.find.replaced', { count: hits.length }));
    },
    close() {
      const { hits, current } = find.state;
      const back = hits[current]?.segment ?? turns.state.active ?? source.drawn.transcript.segments[0]?.id;
      find.close();
      if (back) turns.go(back);
    },
  };
}
