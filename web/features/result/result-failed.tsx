import { useTranslation } from 'react-i18next';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { MadeResult } from '#web/parts/result/result.rules.ts';

type ResultFailedProps = { result: MadeResult; isPending: boolean; onRetry: (() => void) | null };

export function ResultFailed({ result, isPending, onRetry }: ResultFailedProps) {
  const { t } = useTranslation();
  const isCancelled = result.error === 'processing.cancelled';
  return (
    <Notice
      kind={isCancelled ? 'info' : 'error'}
      live={isCancelled ? 'status' : 'alert'}
      title={t(isCancelled ? 'result.cancelled' : 'result.failed')}
      actions={
        onRetry ? (
          <Button isPending={isPending} onPress={onRetry}>
            {t('shell.retry')}
          </Button>
        ) : null
      }
    >
      <p>{errorSentence(t, result.error)}</p>
    </Notice>
  );
}
