import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#api/contract/session.ts';
import { markName } from '#web/parts/recording/marker.rules.ts';
import { formatClock, spokenDuration } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import style from './notes.module.css';

type Marker = SessionDetail['markers'][number];

type NotesMarkersProps = {
  markers: readonly Marker[];
  playAt: ((atS: number) => void) | null;
  onInsert(text: string): void;
};

export function NotesMarkers({ markers, playAt, onInsert }: NotesMarkersProps) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const own = markers.filter(({ kind }) => kind === 'user');
  if (own.length === 0) return null;
  const nameOf = (marker: Marker) =>
    marker.text || t(`recording.mark.${markName(marker)}` as 'recording.mark.user');
  const lineOf = (marker: Marker) => `- [${formatClock(marker.at)}] ${nameOf(marker)}\n`;
  return (
    <section className={style.markers} aria-labelledby={id}>
      <div className={style.markersHead}>
        <h2 id={id}>{t('notes.markers.title')}</h2>
        {own.length > 1 ? (
          <Button look="quiet" onPress={() => onInsert(own.map(lineOf).join(''))}>
            {t('notes.markers.insertAll')}
          </Button>
        ) : null}
      </div>
      <ul className={style.markerList}>
        {own.map((marker) => {
          const clock = formatClock(marker.at);
          const time = spokenDuration(Math.floor(marker.at), i18n.language);
          const words = { name: nameOf(marker), time, clock };
          return (
            <li key={marker.at} className={style.marker}>
              {playAt ? (
                <Button
                  className={style.markerTime}
                  aria-label={t('notes.markers.play', words)}
                  onPress={() => playAt(marker.at)}
                >
                  {clock}
                </Button>
              ) : (
                <time dateTime={`PT${marker.at.toFixed(1)}S`}>{clock}</time>
              )}
              <span className={style.markerName}>{words.name}</span>
              <Button
                look="quiet"
                aria-label={t('notes.markers.insert', words)}
                onPress={() => onInsert(lineOf(marker))}
              >
                {t('notes.markers.insertShort')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
