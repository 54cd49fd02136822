import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { phaseOf } from './desk.rules.ts';
import type { Desk } from './desk.ts';
import { isUnsafeThere } from './mirror.rules.ts';
import style from './mirror-panel.module.css';

/** Ends the pairing, after a question while the phone has something that the server does not have. */
export function MirrorEnd({ desk }: { desk: Desk }) {
  const { t } = useTranslation();
  const state = useSnapshot(desk.state);
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const { stage } = state.mirror;
  if (stage === 'finished') return null;
  const isOver = phaseOf(state) === 'over';
  const end = async () => {
    setAsking(false);
    setFailure(null);
    try {
      if (!isOver) await desk.end();
      desk.leave();
    } catch (error) {
      setFailure(error);
    }
  };
  const isUnsafe = isUnsafeThere(stage) && !isOver;
  return (
    <div className={style.end}>
      {failure === null ? null : (
        <Notice kind="error" live="alert" title={t('pairing.end.failed')}>
          <p>{errorSentence(t, failure)}</p>
        </Notice>
      )}
      <Button look="quiet" onPress={() => (isUnsafe ? setAsking(true) : void end())}>
        {t(isOver ? 'pairing.end.back' : 'pairing.end.action')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('pairing.end.title')}
        confirmLabel={t('pairing.end.action')}
        cancelLabel={t('pairing.end.stay')}
        onConfirm={() => void end()}
        onCancel={() => setAsking(false)}
      >
        <p>{t('pairing.end.text')}</p>
      </ConfirmDialog>
    </div>
  );
}
