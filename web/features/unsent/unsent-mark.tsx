import { CloudOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import style from './unsent.module.css';
import { unsentState } from './unsent.state.ts';

export function UnsentMark({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation();
  const unsent = useSnapshot(unsentState).sessions[sessionId];
  if (!unsent) return null;
  const { notes, edits, asks } = unsent;
  return (
    <p className={style.mark}>
      <CloudOff size={16} aria-hidden="true" />
      <span>
        {t(`library.unsent.${notes && edits ? 'both' : notes ? 'notes' : 'edits'}`)}
        {asks ? `. ${t('library.unsent.asks')}` : null}
      </span>
    </p>
  );
}
