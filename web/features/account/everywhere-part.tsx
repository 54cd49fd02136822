import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRecordingLive, isRecordingUnsafe } from '#web/features/recording/index.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { endAllSignIns } from '#web/parts/account/account-calls.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import style from './account.module.css';
import { RecordingFirst } from './recording-first.tsx';
import { useUnsentHere } from './unsent-here.ts';
import { hasUnsent, UnsentList } from './unsent-list.tsx';
import { useLeave } from './use-leave.ts';

/** Ends all sign-ins. The question names what this device has not sent, as that of the user menu does. */
export function EverywherePart() {
  const { t } = useTranslation();
  const leave = useLeave();
  const [asking, setAsking] = useState<'no' | 'question' | 'recording'>('no');
  const everywhere = useMutation({
    mutationFn: () => leave(endAllSignIns),
    onSettled: () => setAsking('no'),
  });
  const counted = useUnsentHere(asking === 'question');
  const unsent = counted.data ?? null;
  return (
    <>
      {everywhere.error ? (
        <Notice kind="error" live="alert" title={t('account.signIns.failed')}>
          <p>{errorSentence(t, everywhere.error)}</p>
        </Notice>
      ) : null}
      {asking === 'recording' ? <RecordingFirst /> : null}
      <div className={style.actions}>
        <Button onPress={() => setAsking(isRecordingLive() ? 'recording' : 'question')}>
          {t('account.signIns.all')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={asking === 'question'}
        title={t('account.signIns.allTitle')}
        confirmLabel={t('account.signIns.all')}
        cancelLabel={t('shell.cancel')}
        danger
        isPending={counted.isPending || everywhere.isPending}
        onConfirm={() => everywhere.mutate()}
        onCancel={() => setAsking('no')}
      >
        <p>{t('account.signIns.allText')}</p>
        {!counted.isPending && hasUnsent(unsent) ? <UnsentList unsent={unsent} /> : null}
        {isRecordingUnsafe() ? <p>{t('recording.signOut.text')}</p> : null}
        {unsent && unsent.files > 0 ? <p>{t('upload.signOut.text')}</p> : null}
      </ConfirmDialog>
    </>
  );
}
