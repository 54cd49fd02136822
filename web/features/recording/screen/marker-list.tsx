import { Flag, Pause, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { formatClock, spokenDuration } from '#web/lib/format.ts';
import { markName } from '#web/parts/recording/marker.rules.ts';
import type { Marker, Recording } from '#web/features/recording/state/recording.rules.ts';
import style from './live-recording.module.css';

const icons = { user: Flag, gap: Pause, warning: TriangleAlert };

export function RecordingMarkers({ recording }: { recording: Recording }) {
  const { markers } = useSnapshot(recording.state);
  return <MarkerList markers={markers} />;
}

/** Lists markers, the newest first. */
export function MarkerList({ markers }: { markers: readonly Readonly<Marker>[] }) {
  const { t, i18n } = useTranslation();
  return (
    <section className={style.markers} aria-labelledby="recording-markers">
      <h2 id="recording-markers" className={style.heading}>
        {t('recording.mark.label')}
      </h2>
      {markers.length === 0 ? (
        <p className={style.soft}>{t('recording.mark.none')}</p>
      ) : (
        // A list that scrolls needs keyboard focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ol className={style.list} tabIndex={0} aria-labelledby="recording-markers">
          {markers.toReversed().map((marker, index) => {
            const Icon = icons[marker.kind];
            return (
              <li
                key={`${marker.at} ${marker.kind} ${marker.code} ${markers.length - index}`}
                className={style.marker}
                data-kind={marker.kind}
              >
                <Icon size={16} aria-hidden="true" />
                <time
                  dateTime={`PT${marker.at.toFixed(1)}S`}
                  aria-label={spokenDuration(marker.at, i18n.language)}
                >
                  {formatClock(marker.at)}
                </time>
                <span>{marker.text || t(`recording.mark.${markName(marker)}` as 'recording.mark.user')}</span>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
