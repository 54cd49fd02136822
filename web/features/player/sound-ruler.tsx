import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Verdict } from '#api/contract/recording.ts';
import { markName, toRulerMarks } from '#web/features/recording/record-screen.rules.ts';
import type { Marker } from '#web/features/recording/recording.rules.ts';
import { markKind, spotsOf, wholePercent } from '#web/features/upload/quality.rules.ts';
import { formatClock, spokenDuration } from '#web/lib/format.ts';
import { Ruler } from '#web/ui/ruler/ruler.tsx';
import type { RulerCell, RulerPeaks } from '#web/ui/ruler/ruler.tsx';

type SoundRulerProps = {
  label: string;
  durationS: number;
  peaks: RulerPeaks | null;
  speech: readonly (readonly [number, number])[] | null;
  verdict: Verdict | null;
  /** Of a recording: where somebody set one, where it was interrupted, what was wrong. */
  markers?: readonly Marker[];
  size?: 'full' | 'bar';
  cells?: readonly RulerCell[];
  positionS?: number;
  readPosition?: (() => number) | undefined;
  onSeek?: (timeS: number) => void;
};

/** The ruler with the product's words: speech as its regions, spots of poor quality as its marks. */
export function SoundRuler({ speech, verdict, markers, durationS, ...rest }: SoundRulerProps) {
  const { t, i18n } = useTranslation();
  const spots = useMemo(() => (verdict ? spotsOf(verdict, durationS) : []), [verdict, durationS]);
  const marks = useMemo(
    () => [
      ...spots.map(({ name, startS, endS }) => ({ startS, endS, kind: markKind(name) })),
      ...toRulerMarks(markers ?? []),
    ],
    [spots, markers],
  );
  const contents = [
    t('player.contents.duration', { duration: spokenDuration(durationS, i18n.language) }),
    ...(verdict ? [t('player.contents.speech', { percent: wholePercent(verdict.speech_share) })] : []),
    ...spots.map((spot) =>
      t('player.contents.spot', {
        name: t(`quality.${spot.name}.name`),
        time: spokenDuration(spot.startS, i18n.language),
      }),
    ),
    ...(markers ?? []).map((marker) =>
      t('recording.ruler.mark', {
        name: t(`recording.mark.${markName(marker)}` as 'recording.mark.user', { defaultValue: marker.code }),
        time: spokenDuration(marker.at, i18n.language),
      }),
    ),
    ...(verdict && spots.length === 0 ? [t('player.contents.noSpots')] : []),
  ];
  return (
    <Ruler
      {...rest}
      durationS={durationS}
      regions={speech}
      marks={marks}
      contents={[...new Set(contents)]}
      formatTime={formatClock}
      speakTime={(timeS) =>
        t('player.position', {
          position: spokenDuration(timeS, i18n.language),
          duration: spokenDuration(durationS, i18n.language),
        })
      }
    />
  );
}
