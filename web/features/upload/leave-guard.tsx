import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { tokens } from '#web/lib/http.ts';
import { ConfirmDialog } from '#web/ui/dialog.tsx';

type LeaveGuardProps = {
  isActive: boolean;
  /** True if the work is kept on the device and found again. */
  isKept: boolean;
};

/** Asks before something under way is left: a dialog inside the page, the browser's own for the tab. */
export function LeaveGuard({ isActive, isKept }: LeaveGuardProps) {
  const { t } = useTranslation();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isActive && !isOver(isKept) && (current.pathname !== next.pathname || modeOf(current) !== modeOf(next)),
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
      <p>{t(isKept ? 'upload.leave.kept' : 'upload.leave.text')}</p>
    </ConfirmDialog>
  );
}

/** True after a sign-out: the sign-in must not be blocked, and the kept work goes on after it. */
const isOver = (isKept: boolean): boolean => isKept && tokens.read() === null;

/** The `mode` in the address: another mode closes the upload, although the path stays the same. */
const modeOf = ({ search }: { search: object }): unknown => ('mode' in search ? search.mode : undefined);
