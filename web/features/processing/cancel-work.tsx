import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#api/contract/session.ts';
import { unfinished } from '#web/parts/result/result.rules.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { isApiError } from '#web/lib/http.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { CancelWords } from './cancel-words.tsx';
import { hasText } from './processing.rules.ts';
import { useCancel } from './processing.state.ts';

export function CancelWork({ session }: { session: SessionDetail }) {
  const { t } = useTranslation();
  if (session.status !== 'processing') return <CancelTranscription session={session} />;
  const labels = unfinished(session);
  return (
    <CancelWords sessionId={session.id} labels={labels}>
      {t('processing.work.cancel', { count: Math.max(1, labels.length) })}
    </CancelWords>
  );
}

function CancelTranscription({ session }: { session: SessionDetail }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const cancel = useCancel(session.id, (error) => {
    // The work has ended meanwhile, so there was nothing to cancel. The next poll brings its outcome.
    if (isApiError(error, 'processing.nothing_to_cancel')) return;
    const reason = errorSentence(t, error);
    toasts.add({ kind: 'error', text: t('processing.cancel.failed', { reason }) });
  });
  const run = () => {
    setAsking(false);
    cancel.mutate();
  };
  return (
    <>
      <Button isPending={cancel.isPending} onPress={() => (hasText(session) ? setAsking(true) : run())}>
        {t('processing.cancel.action')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('processing.cancel.title')}
        confirmLabel={t('processing.cancel.confirm')}
        cancelLabel={t('processing.cancel.keep')}
        danger
        onConfirm={run}
        onCancel={() => setAsking(false)}
      >
        <p>{t(session.transcript?.partial ? 'processing.cancel.partial' : 'processing.cancel.whole')}</p>
      </ConfirmDialog>
    </>
  );
}
