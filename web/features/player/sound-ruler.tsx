import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Verdict } from '#api/contract/recording.ts';
import type { Transcript } from '#api/contract/transcript.ts';
import { markName, toRulerMarks } from '#web/parts/recording/marker.rules.ts';
import type { Marker } from '#workers/recorder/recorder.contract.ts';
import { givenName } from '#web/parts/transcript/speaker.rules.ts';
import { markKind, spotsOf, wholePercent } from '#web/parts/quality/quality.rules.ts';
import { formatClock, formatPercent, spokenDuration } from '#web/lib/format.ts';
import { Ruler } from '#web/ui/ruler/ruler.tsx';
import type { RulerCell, RulerPeaks } from '#web/ui/ruler/ruler.tsx';
import { speakerAt, transcriptToSaid } from './speech-lanes.rules.ts';

type SoundRulerProps = {
  label: string;
  durationS: number;
  peaks: RulerPeaks | null;
  speech: readonly (readonly [number, number])[] | null;
  verdict: Verdict | null;
  markers?: readonly Marker[];
  transcript?: Transcript | null;
  finds?: readonly number[];
  size?: 'full' | 'bar';
  cells?: readonly RulerCell[];
  positionS?: number;
  readPosition?: (() => number) | undefined;
  onSeek?: (timeS: number) => void;
};

const none: readonly never[] = [];

/** Ruler of a recording: speech regions, marks of poor quality, and a lane for each speaker. */
export function SoundRuler(props: SoundRulerProps) {
  const { speech, verdict, markers = none, transcript = null, finds = none, durationS, ...rest } = props;
  const { t, i18n } = useTranslation();
  const spots = useMemo(() => (verdict ? spotsOf(verdict, durationS) : []), [verdict, durationS]);
  const marks = useMemo(
    () => [
      ...spots.map(({ name, startS, endS }) => ({ startS, endS, kind: markKind(name) })),
      ...toRulerMarks(markers),
    ],
    [spots, markers],
  );
  const said = useMemo(() => (transcript ? transcriptToSaid(transcript) : null), [transcript]);
  const findCount = finds.length;
  // The descriptions are computed once, because the component renders four times a second.
  const contents = useMemo(() => {
    const spoken = (timeS: number) => spokenDuration(timeS, i18n.language);
    const lines = [
      t('player.contents.duration', { duration: spoken(durationS) }),
      ...(verdict ? [t('player.contents.speech', { percent: wholePercent(verdict.speech_share) })] : []),
      ...(said?.lanes ?? []).map(({ key, name, share }) =>
        t('player.contents.speaker', {
          name: name || (key ? t('transcript.speaker.unnamed', { key }) : t('player.contents.others')),
          percent: formatPercent(share, i18n.language),
        }),
      ),
      ...(said?.doubts.length ? [t('player.contents.doubts', { count: said.doubts.length })] : []),
      ...(findCount > 0 ? [t('player.contents.finds', { count: findCount })] : []),
      ...spots.map((spot) =>
        t('player.contents.spot', { name: t(`quality.${spot.name}.name`), time: spoken(spot.startS) }),
      ),
      ...markers.map((marker) =>
        t('recording.ruler.mark', {
          name: t(`recording.mark.${markName(marker)}` as 'recording.mark.user', {
            defaultValue: marker.code,
          }),
          time: spoken(marker.at),
        }),
      ),
      ...(verdict?.reasons.length === 0 && markers.every(({ kind }) => kind === 'user')
        ? [t('player.contents.noSpots')]
        : []),
    ];
    return [...new Set(lines)];
  }, [t, i18n.language, durationS, verdict, said, findCount, spots, markers]);
  const hover = (timeS: number) => {
    const key = transcript && said?.lanes.length ? speakerAt(transcript.segments, timeS) : null;
    if (!transcript || key === null) return formatClock(timeS);
    const name = givenName(transcript.speakers, key) || t('transcript.speaker.unnamed', { key });
    return `${formatClock(timeS)} · ${name}`;
  };
  return (
    <Ruler
      {...rest}
      durationS={durationS}
      regions={speech}
      marks={marks}
      lanes={said?.lanes}
      doubts={said?.doubts}
      finds={finds}
      contents={contents}
      formatTime={formatClock}
      formatHover={hover}
      speakTime={(timeS) =>
        t('player.position', {
          position: spokenDuration(timeS, i18n.language),
          duration: spokenDuration(durationS, i18n.language),
        })
      }
    />
  );
}
