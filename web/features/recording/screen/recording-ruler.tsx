import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { limits } from '#api/contract/limits.ts';
import { formatClock, spokenDuration } from '#web/lib/format.ts';
import { Ruler } from '#web/ui/ruler/ruler.tsx';
import { liveWindowS } from './record-screen.rules.ts';
import { markName, toRulerMarks } from '#web/parts/recording/marker.rules.ts';
import { isLive as isUnderWay } from '#web/features/recording/state/recording-stage.rules.ts';
import type { Marker, Recording } from '#web/features/recording/state/recording.rules.ts';

type RecordingRulerProps = { recording: Recording; range: 'live' | 'whole' };

/** Length of new audio after which the waveform of the whole recording is redrawn, s. */
const wholeStepS = 2;

/**
 * Shows the growing waveform. The range `live` is the last minute. The newest audio is at its right edge, and audio
 * that is not stored yet is drawn as an outline. The range `whole` is the recording so far, with markers and warnings.
 */
export function RecordingRuler({ recording, range }: RecordingRulerProps) {
  const { t, i18n } = useTranslation();
  const { stage, positionS, storedS, markers } = useSnapshot(recording.state);
  const isLive = range === 'live';
  const isOver = !isUnderWay(stage);
  const shownS = isLive || isOver ? positionS : Math.ceil(positionS / wholeStepS) * wholeStepS;
  const fromS = isLive ? positionS - liveWindowS : 0;
  const { peaks, speech } = recording.state.picture;
  const picture = useMemo(() => {
    const firstPair = Math.max(0, Math.floor(fromS * limits.peaksRate));
    const pairs = isLive ? peaks.slice(firstPair * 2) : peaks;
    return { pairs, rate: limits.peaksRate, fromS: firstPair / limits.peaksRate };
    // oxlint-disable-next-line react/exhaustive-deps -- the whole recording is redrawn in steps only
  }, [isLive || isOver ? peaks : null, shownS]);
  const regions = useMemo(
    () => (isLive ? speech.filter(([, endS]) => endS > fromS) : speech),
    // oxlint-disable-next-line react/exhaustive-deps
    [isOver ? speech : null, shownS],
  );
  const marks = useMemo(() => toRulerMarks(markers as readonly Marker[]), [markers]);
  const window = useMemo(() => ({ fromS, toS: Math.max(shownS, fromS + 1) }), [fromS, shownS]);
  // Fractions of a second are dropped, as on the clock beside the ruler, so that both show the same time.
  const saidS = Math.floor(positionS);
  const contents = useMemo(
    () => [
      ...new Set([
        t('recording.ruler.duration', { duration: spokenDuration(saidS, i18n.language) }),
        ...markers.slice(-20).map((marker) =>
          t('recording.ruler.mark', {
            name: t(`recording.mark.${markName(marker)}` as 'recording.mark.user'),
            time: spokenDuration(marker.at, i18n.language),
          }),
        ),
        t('recording.ruler.unsaved'),
      ]),
    ],
    [t, i18n.language, saidS, markers],
  );
  return (
    <Ruler
      label={t(isLive ? 'recording.ruler.label' : 'recording.ruler.whole')}
      contents={contents}
      durationS={shownS}
      window={window}
      peaks={picture}
      regions={regions}
      marks={marks}
      savedS={isLive ? storedS : undefined}
      size={isLive ? 'live' : 'bar'}
      formatTime={formatClock}
      speakTime={(timeS) => spokenDuration(timeS, i18n.language)}
    />
  );
}
