import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { Notes } from './notes.state.ts';
import style from './notes.module.css';

export function NotesNotice({ notes }: { notes: Notes }) {
  const { t } = useTranslation();
  const { draft, error } = useSnapshot(notes.state);
  if (draft.theirs) {
    return (
      <Notice
        kind="warn"
        live="alert"
        title={t('notes.conflict')}
        actions={
          <>
            <Button look="primary" onPress={notes.keepBoth}>
              {t('notes.keepBoth')}
            </Button>
            <Button onPress={notes.takeTheirs}>{t('notes.takeTheirs')}</Button>
          </>
        }
      >
        <p>{t('notes.conflictText')}</p>
        <details className={style.theirs}>
          <summary>{t('notes.theirs')}</summary>
          {/* The text scrolls, so it needs keyboard focus. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className={style.plain} tabIndex={0}>
            {draft.theirs.text}
          </div>
        </details>
      </Notice>
    );
  }
  if (error === null) return null;
  return (
    <Notice
      kind="error"
      live="alert"
      title={t('notes.failed')}
      actions={<Button onPress={() => notes.flush().catch(() => {})}>{t('shell.retry')}</Button>}
    >
      <p>{errorSentence(t, error)}</p>
    </Notice>
  );
}
