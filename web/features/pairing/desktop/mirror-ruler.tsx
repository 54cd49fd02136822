import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { formatClock, spokenDuration } from '#web/lib/format.ts';
import { markName, toRulerMarks } from '#web/parts/recording/marker.rules.ts';
import { Ruler } from '#web/ui/ruler/ruler.tsx';
import type { Desk } from './desk.ts';
import { peaksRate } from './peak-line.ts';

/** Length that the range `live` shows, s. */
const liveWindowS = 60;
/** Length of new audio after which the range `whole` is drawn anew, s. */
const wholeStepS = 2;
/** Number of markers that the text alternative names. */
const namedMarkers = 20;

/** Shows the waveform that the phone has told: the last minute, or all of it. */
export function MirrorRuler({ desk, range }: { desk: Desk; range: 'live' | 'whole' }) {
  const { t, i18n } = useTranslation();
  const { mirror } = useSnapshot(desk.state);
  const { line, lineLength, markers } = mirror;
  const isLive = range === 'live';
  const toldS = lineLength / peaksRate;
  const shownS = isLive ? toldS : Math.ceil(toldS / wholeStepS) * wholeStepS;
  const fromS = isLive ? toldS - liveWindowS : 0;
  const peaks = useMemo(() => {
    const first = Math.max(0, Math.floor(fromS * peaksRate));
    return { pairs: line.view(first), rate: peaksRate, fromS: first / peaksRate };
    // oxlint-disable-next-line react/exhaustive-deps -- the whole recording is drawn anew in steps only
  }, [line, shownS]);
  const gaps = line.missing().filter(([, endS]) => endS > fromS);
  // `missing()` makes a new array each time. The ruler is drawn anew only if the gaps in it have changed.
  // oxlint-disable-next-line react/exhaustive-deps
  const missing = useMemo(() => gaps, [gaps.join(' ')]);
  const marks = useMemo(
    () => [
      ...missing.map(([startS, endS]) => ({ startS, endS, kind: 'caution' as const })),
      ...toRulerMarks(markers.map(({ marker }) => marker)),
    ],
    [markers, missing],
  );
  const window = useMemo(() => ({ fromS, toS: Math.max(shownS, fromS + 1) }), [fromS, shownS]);
  const saidS = Math.floor(toldS);
  const contents = useMemo(
    () => [
      t('recording.ruler.duration', { duration: spokenDuration(saidS, i18n.language) }),
      ...new Set(
        markers.slice(-namedMarkers).map(({ marker }) =>
          t('recording.ruler.mark', {
            name: marker.text || t(`recording.mark.${markName(marker)}` as 'recording.mark.user'),
            time: spokenDuration(marker.at, i18n.language),
          }),
        ),
      ),
      ...missing.map(([from, to]) =>
        t('pairing.missing', {
          from: spokenDuration(from, i18n.language),
          to: spokenDuration(to, i18n.language),
        }),
      ),
    ],
    [t, i18n.language, saidS, markers, missing],
  );
  if (!isLive && toldS <= liveWindowS) return null;
  return (
    <Ruler
      label={t(isLive ? 'recording.ruler.label' : 'recording.ruler.whole')}
      contents={contents}
      durationS={shownS}
      window={window}
      peaks={peaks}
      marks={marks}
      size={isLive ? 'live' : 'bar'}
      formatTime={formatClock}
      speakTime={(timeS) => spokenDuration(timeS, i18n.language)}
    />
  );
}
