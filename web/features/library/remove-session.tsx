import { useTranslation } from 'react-i18next';
import type { SessionItem } from '#api/contract/session.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { toasts } from '#web/shell/toasts.ts';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { useRemoveSession } from './use-session-list.ts';

type RemoveSessionProps = {
  /** null: no question is open. */
  item: Pick<SessionItem, 'id' | 'title'> | null;
  onClose(): void;
  onRemoved(): void;
};

/** Asks, deletes and says how it went (§8). */
export function RemoveSession({ item, onClose, onRemoved }: RemoveSessionProps) {
  const { t } = useTranslation();
  const removal = useRemoveSession();
  const remove = async () => {
    if (!item) return;
    try {
      await removal.mutateAsync(item.id);
      toasts.add({ kind: 'info', text: t('library.remove.done') });
      onClose();
      onRemoved();
    } catch (error) {
      const reason = errorSentence(t, error);
      toasts.add({ kind: 'error', text: t('library.remove.failed', { reason }) });
      onClose();
    }
  };
  return (
    <ConfirmDialog
      isOpen={item !== null}
      title={t('library.remove.title')}
      confirmLabel={t('library.remove.confirm')}
      cancelLabel={t('shell.cancel')}
      danger
      isPending={removal.isPending}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <p>{t('library.remove.text', { title: item?.title ?? '' })}</p>
    </ConfirmDialog>
  );
}
