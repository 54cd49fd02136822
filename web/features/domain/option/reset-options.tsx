import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import type { DomainDraft } from '../use-domain-draft.ts';

export function ResetOptions({ draft }: { draft: DomainDraft }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const { base, resetOptions: reset } = draft;
  const run = async () => {
    try {
      draft.dropOptions(await reset.mutateAsync(base.etag));
    } catch (error) {
      const reason = errorSentence(t, error);
      toasts.add({ kind: 'error', text: t('option.reset.failed', { reason }) });
      return;
    } finally {
      setAsking(false);
    }
    toasts.add({ kind: 'safe', text: t('option.reset.done') });
    // Moves the focus to the top of the screen, because the button is gone.
    requestAnimationFrame(() => document.getElementById('main')?.focus());
  };
  return (
    <>
      <Button onPress={() => setAsking(true)}>{t('option.reset.action')}</Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('option.reset.title')}
        confirmLabel={t('option.reset.confirm')}
        cancelLabel={t('shell.cancel')}
        danger
        isPending={reset.isPending}
        onConfirm={() => void run()}
        onCancel={() => setAsking(false)}
      >
        <p>{t('option.reset.text', { host: base.host })}</p>
      </ConfirmDialog>
    </>
  );
}
