import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#web/ui/dialog.tsx';

const hostIn = (search: unknown): unknown => (search as { host?: unknown }).host;

/**
 * Asks before the person leaves the screen or the host with unsaved changes. If the tab is closed, the browser asks. Parts of
 * one host share their changes, so nobody is asked between them.
 */
export function UnsavedGuard({ isActive }: { isActive: boolean }) {
  const { t } = useTranslation();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isActive && (current.pathname !== next.pathname || hostIn(current.search) !== hostIn(next.search)),
    enableBeforeUnload: isActive,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked'}
      title={t('domain.leave.title')}
      confirmLabel={t('domain.discard')}
      cancelLabel={t('domain.leave.stay')}
      danger
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      <p>{t('domain.leave.text')}</p>
    </ConfirmDialog>
  );
}
