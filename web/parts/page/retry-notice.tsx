import { useTranslation } from 'react-i18next';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

type RetryNoticeProps = {
  title: string;
  error: unknown;
  isFetching: boolean;
  onRetry(): void;
  children?: React.ReactNode;
};

export function RetryNotice({ title, error, isFetching, onRetry, children }: RetryNoticeProps) {
  const { t } = useTranslation();
  return (
    <Notice
      kind="error"
      live="alert"
      title={title}
      actions={
        <>
          <Button isPending={isFetching} onPress={onRetry}>
            {t('shell.retry')}
          </Button>
          {children}
        </>
      }
    >
      <p>{errorSentence(t, error)}</p>
    </Notice>
  );
}
