import { useTranslation } from 'react-i18next';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import type { ButtonLook } from '#web/ui/button.tsx';
import { useProcess } from './processing.state.ts';

export function RetryWork({ sessionId, look = 'primary' }: { sessionId: string; look?: ButtonLook }) {
  const { t } = useTranslation();
  const process = useProcess(sessionId, (error) => {
    const reason = errorSentence(t, error);
    toasts.add({ kind: 'error', text: t('processing.retry.failed', { reason }) });
  });
  return (
    <Button
      look={look}
      isPending={process.isPending}
      onPress={() => process.mutate({ regenerate_transcript: true })}
    >
      {t('processing.retry.action')}
    </Button>
  );
}
