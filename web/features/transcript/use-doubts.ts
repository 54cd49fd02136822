import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Verdict } from '#api/contract/recording.ts';
import type { Segment } from '#api/contract/transcript.ts';
import { doubtsOf, markOfWord, poorSpots, stepDoubt } from './doubt.rules.ts';
import type { Doubt } from './doubt.rules.ts';

/** What somebody should listen to, how to say why, and how to go through it. */
export function useDoubts(segments: readonly Segment[], verdict: Verdict | null, durationS: number) {
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  const spots = useMemo(() => poorSpots(verdict, durationS), [verdict, durationS]);
  const markOf = useMemo(() => markOfWord(spots), [spots]);
  const doubts = useMemo(() => doubtsOf(segments, spots), [segments, spots]);
  const whyOf = ({ code, unsure, poor }: Doubt): string =>
    [
      ...(code ? [t(`transcript.doubt.reason.${code}`)] : []),
      ...(unsure.length > 0
        ? [t('transcript.doubt.words', { count: unsure.length, words: unsure.slice(0, 5).join(', ') })]
        : []),
      ...poor.map((name) => t('transcript.doubt.sound', { name: t(`quality.${name}.name`) })),
    ].join(' ');
  const clear = useCallback(() => setNote(''), []);
  return {
    doubts,
    markOf,
    note,
    clear,
    /** The next or previous one from a segment on; its reason is noted, and answered to be said. */
    step(from: number, step: 1 | -1): { index: number; said: string } | null {
      const doubt = stepDoubt(doubts, from, step);
      if (!doubt) return null;
      const said = t('transcript.doubt.at', {
        ...{ number: doubts.indexOf(doubt) + 1, count: doubts.length, why: whyOf(doubt) },
      });
      setNote(said);
      return { index: doubt.index, said };
    },
  };
}
