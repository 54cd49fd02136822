import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { MarkerList } from '#web/features/recording/index.ts';
import { LiveText } from '#web/parts/draft/live-text.tsx';
import { toParagraphs } from '#web/parts/recording/dictated-text.rules.ts';
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
  const { markers } = useSnapshot(desk.state).mirror;
  return markers.length === 0 ? null : <MarkerList markers={markers.map(({ marker }) => marker)} />;
}
