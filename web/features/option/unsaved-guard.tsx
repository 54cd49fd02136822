import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#web/ui/dialog.tsx';

/** Asks before the person leaves the screen with unsaved changes. If the tab is closed, the browser asks. */
export function UnsavedGuard({ isActive }: { isActive: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isActive && current.pathname !== next.pathname,
    enableBeforeUnload: isActive,
    withResolver: true,
  });
  return (
    <UnsavedQuestion
      isOpen={blocker.status === 'blocked'}
      onLeave={() => blocker.proceed?.()}
      onStay={() => blocker.reset?.()}
    />
  );
}

type UnsavedQuestionProps = { isOpen: boolean; onLeave(): void; onStay(): void };

export function UnsavedQuestion({ isOpen, onLeave, onStay }: UnsavedQuestionProps) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('option.leave.title')}
      confirmLabel={t('option.discard')}
      cancelLabel={t('option.leave.stay')}
      danger
      onConfirm={onLeave}
      onCancel={onStay}
    >
      <p>{t('option.leave.text')}</p>
    </ConfirmDialog>
  );
}
