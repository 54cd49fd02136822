import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { formatClock, spokenDuration } from '#web/lib/format.ts';
import { LiveText } from '#web/parts/draft/live-text.tsx';
import { toParagraphs } from '#web/parts/recording/dictated-text.rules.ts';
import { markName } from '#web/parts/recording/marker.rules.ts';
import type { Desk } from './desk.ts';
import style from './mirror-panel.module.css';

/** The draft that the phone writes along, if it writes one. */
export function MirrorDraft({ desk, language }: { desk: Desk; language: string }) {
  const { t } = useTranslation();
  const { draft } = useSnapshot(desk.state).mirror;
  if (draft.length === 0) return null;
  return (
    <section className={style.texts} aria-labelledby="pairing-draft">
      <h2 id="pairing-draft" className={style.heading}>
        {t('pairing.draft')}
      </h2>
      <LiveText label={t('pairing.draft')} lang={language}>
        {toParagraphs(draft).map(({ startS, text }) => (
          <p key={startS}>{text}</p>
        ))}
      </LiveText>
    </section>
  );
}

export function MirrorMarkers({ desk }: { desk: Desk }) {
  const { t, i18n } = useTranslation();
  const { markers } = useSnapshot(desk.state).mirror;
  if (markers.length === 0) return null;
  return (
    <section className={style.texts} aria-labelledby="pairing-markers">
      <h2 id="pairing-markers" className={style.heading}>
        {t('recording.mark.label')}
      </h2>
      {/* A list that scrolls needs keyboard focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ol className={style.list} tabIndex={0} aria-labelledby="pairing-markers">
        {markers.toReversed().map(({ id, marker }) => (
          <li key={id} className={style.marker}>
            <time
              dateTime={`PT${marker.at.toFixed(1)}S`}
              aria-label={spokenDuration(marker.at, i18n.language)}
            >
              {formatClock(marker.at)}
            </time>
            <span>{marker.text || t(`recording.mark.${markName(marker)}` as 'recording.mark.user')}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
