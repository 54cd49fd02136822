import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Verdict } from '#api/contract/recording.ts';
import type { Segment } from '#api/contract/transcript.ts';
import { doubtsOf, markOfWord, poorSpots, stepDoubt } from '#web/parts/transcript/doubt.rules.ts';
import type { Doubt } from '#web/parts/transcript/doubt.rules.ts';

type NextDoubt = { index: number; said: string };

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
  const doubtful = useMemo(() => new Set(doubts.map(({ index }) => segments[index]?.id)), [doubts, segments]);
  /** Goes to the next place in `left`; shows its reason and returns it for the announcer. */
  const go = (left: readonly Doubt[], from: number, step: 1 | -1): NextDoubt | null => {
    const doubt = stepDoubt(left, from, step);
    if (!doubt) return null;
    const said = t('transcript.doubt.at', {
      number: left.indexOf(doubt) + 1,
      count: left.length,
      why: whyOf(doubt),
    });
    setNote(said);
    return { index: doubt.index, said };
  };
  return {
    doubts,
    markOf,
    note,
    clear,
    isDoubtful: (segment: string): boolean => doubtful.has(segment),
    step: (from: number, step: 1 | -1) => go(doubts, from, step),
    /** Removes a confirmed segment; returns how many are left and the next of them. */
    confirmed(index: number): { left: number; next: NextDoubt | null } {
      const left = doubts.filter((doubt) => doubt.index !== index);
      return { left: left.length, next: go(left, index, 1) };
    },
  };
}
