import { useTranslation } from 'react-i18next';
import { isApple } from '#web/lib/platform.ts';
import { timings } from '#web/lib/time.ts';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import type { RemovedSession } from './delete-sessions.ts';
import { removeSessions } from './removal.state.ts';
import style from './remove-sessions.module.css';

type RemoveSessionsProps = {
  /** The sessions to delete; empty while the dialog is closed. */
  sessions: readonly RemovedSession[];
  onClose(): void;
  /** Called when the sessions are hidden. At that time their removal can still be undone. */
  onRemoved(): void;
};

/** Largest number of titles that the question lists. */
const maxTitles = 5;

/** Asks once before the given sessions are removed. The removal can be undone for some seconds. */
export function RemoveSessions({ sessions, onClose, onRemoved }: RemoveSessionsProps) {
  const { t } = useTranslation();
  const count = sessions.length;
  const remove = () => {
    removeSessions(sessions);
    onClose();
    onRemoved();
  };
  return (
    <ConfirmDialog
      isOpen={count > 0}
      title={t('library.remove.title', { count })}
      confirmLabel={t('library.remove.confirm')}
      cancelLabel={t('shell.cancel')}
      danger
      onConfirm={remove}
      onCancel={onClose}
    >
      <p>{t('library.remove.text', { count, title: sessions[0]?.title ?? '' })}</p>
      {count > 1 ? (
        <ul className={style.names}>
          {sessions.slice(0, maxTitles).map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
          {count > maxTitles ? <li>{t('library.remove.more', { count: count - maxTitles })}</li> : null}
        </ul>
      ) : null}
      <p>
        {t('library.remove.after', { count: Math.round(timings.undoMs / 1_000) })}{' '}
        <span className={style.keys}>
          {t('library.remove.keys', { keys: isApple ? '⌘Z' : t('library.remove.shortcut') })}
        </span>
      </p>
    </ConfirmDialog>
  );
}
