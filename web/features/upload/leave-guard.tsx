import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#web/ui/dialog.tsx';

/** Asks before something under way is left: a dialog inside the page, the browser's own for the tab. */
export function LeaveGuard({ isActive }: { isActive: boolean }) {
  const { t } = useTranslation();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isActive && current.pathname !== next.pathname,
    enableBeforeUnload: isActive,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked'}
      title={t('upload.leave.title')}
      confirmLabel={t('upload.leave.confirm')}
      cancelLabel={t('upload.leave.stay')}
      danger
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      <p>{t('upload.leave.text')}</p>
    </ConfirmDialog>
  );
}
