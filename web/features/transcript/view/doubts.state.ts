import { proxy } from 'valtio';
import type { Segment } from '#api/contract/transcript.ts';
import { type Doubt, isUnsure, stepDoubt } from '#web/parts/transcript/doubt.rules.ts';
import { wordPlaces } from '#web/features/transcript/transcript.rules.ts';
import type { Announcer } from './announcer.ts';
import type { Playing } from './playing.state.ts';
import type { DrawnTranscript, TranscriptSource } from './transcript-source.ts';
import type { Turns } from './turns.state.ts';

type DoubtsDeps = {
  source: TranscriptSource;
  turns: Turns;
  playing: Pick<Playing, 'segment'>;
  announcer: Announcer;
};

/** Goes from doubt to doubt. */
export type Doubts = {
  /** `note` is the reason of the doubt to which the person has gone; empty if there is none. */
  readonly state: { note: string };
  clear(): void;
  /** Goes to the next or previous doubt. */
  step(step: 1 | -1): void;
  /** Confirms a segment and goes to the next doubt. Returns false if there is nothing to confirm. */
  confirm(id: string): void | false;
};

/** True if a segment has a doubt. */
export const isDoubtful = (
  { doubts, transcript }: Pick<DrawnTranscript, 'doubts' | 'transcript'>,
  id: string,
): boolean => doubts.some(({ index }) => transcript.segments[index]?.id === id);

export function createDoubts({ source, turns, playing, announcer: { say, t } }: DoubtsDeps): Doubts {
  const state = proxy({ note: '' });

  const reasonOf = ({ code, unsure, poor }: Doubt): string =>
    [
      ...(code ? [t(`transcript.doubt.reason.${code}`)] : []),
      ...(unsure.length > 0
        ? [t('transcript.doubt.words', { count: unsure.length, words: unsure.slice(0, 5).join(', ') })]
        : []),
      ...poor.map((name) => t('transcript.doubt.sound', { name: t(`quality.${name}.name`) })),
    ].join(' ');
  /** Shows the reason of the next or previous one of these doubts. Returns its segment; null if there is none. */
  const show = (doubts: readonly Doubt[], from: number, step: 1 | -1): Segment | null => {
    const doubt = stepDoubt(doubts, from, step);
    if (!doubt) return null;
    const number = doubts.indexOf(doubt) + 1;
    state.note = t('transcript.doubt.at', { number, count: doubts.length, why: reasonOf(doubt) });
    return source.segments()[doubt.index] ?? null;
  };

  return {
    state,
    clear() {
      state.note = '';
    },
    step(step) {
      const isWritten = turns.state.writing !== null;
      const { active } = turns.state;
      const from = active === null ? (playing.segment() ?? -1) : source.indexOf(active);
      const segment = show(source.drawn.doubts, from, step);
      if (!segment) return say(t('transcript.doubt.none'));
      say(state.note);
      if (!isWritten) return turns.go(segment.id, { align: 'center', isMarked: true });
      const word = segment.words.findIndex(isUnsure);
      turns.write(segment.id, {
        offset: wordPlaces(segment).find((place) => place.word === word)?.from ?? 0,
      });
    },
    confirm(id) {
      const { editor, doubts } = source.drawn;
      if (!editor || !isDoubtful(source.drawn, id)) return false;
      editor.confirm(id);
      const index = source.indexOf(id);
      const left = doubts.filter((doubt) => doubt.index !== index);
      const segment = show(left, index, 1);
      if (!segment) {
        say(t('transcript.doubt.confirmedAll'));
        return turns.go(id);
      }
      say(`${t('transcript.doubt.confirmed', { count: left.length })} ${state.note}`);
      turns.go(segment.id, { align: 'center', isMarked: true });
    },
  };
}
