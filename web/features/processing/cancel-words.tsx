import { useTranslation } from 'react-i18next';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { isApiError } from '#web/lib/http.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { useCancelWords } from './processing.state.ts';

type CancelWordsProps = {
  sessionId: string;
  labels: readonly string[];
  children?: React.ReactNode;
};

export function CancelWords({ sessionId, labels, children }: CancelWordsProps) {
  const { t } = useTranslation();
  const cancel = useCancelWords(sessionId, (error) => {
    // The work has ended meanwhile, so there was nothing to cancel. The next poll brings its outcome.
    if (isApiError(error, 'processing.nothing_to_cancel')) return;
    toasts.add({ kind: 'error', text: t('result.cancelFailed', { reason: errorSentence(t, error) }) });
  });
  return (
    <Button isPending={cancel.isPending} onPress={() => cancel.mutate(labels)}>
      {children ?? t('result.cancel')}
    </Button>
  );
}
