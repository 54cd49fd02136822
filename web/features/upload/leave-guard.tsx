import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { tokens } from '#web/lib/http.ts';
import { ConfirmDialog } from '#web/ui/dialog.tsx';

type LeaveGuardProps = {
  isActive: boolean;
  isStored: boolean;
};

/**
 * Asks before the person leaves a running step. If another screen is opened, a dialog asks. If the tab is closed, the
 * browser asks.
 */
export function LeaveGuard({ isActive, isStored }: LeaveGuardProps) {
  const { t } = useTranslation();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isActive &&
      !isOver(isStored) &&
      (current.pathname !== next.pathname || modeOf(current) !== modeOf(next)),
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
      <p>{t(isStored ? 'upload.leave.kept' : 'upload.leave.text')}</p>
    </ConfirmDialog>
  );
}

/**
 * True after a sign-out if the work is stored. The navigation to the sign-in is not blocked then, because the work can
 * be continued after the sign-in.
 */
const isOver = (isStored: boolean): boolean => isStored && tokens.read() === null;

/** Returns the search parameter `mode`. Another mode closes the upload, although the path stays the same. */
const modeOf = ({ search }: { search: object }): unknown => ('mode' in search ? search.mode : undefined);
