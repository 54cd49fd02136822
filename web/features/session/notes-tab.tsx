import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#api/contract/session.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { isApiError } from '#web/lib/http.ts';
import { timings } from '#web/lib/time.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { isUnsaved, keepBoth, meetServer, startNotes, takeTheirs } from './notes.rules.ts';
import type { NotesDraft } from './notes.rules.ts';
import style from './session-panel.module.css';
import { usePatchSession, useSession } from './session.state.ts';

/** Tab “notes”: written here or while recording, saved by itself. */
export function NotesTab({ session }: { session: SessionDetail }) {
  const { t } = useTranslation();
  const { draft, setDraft, save, error, isSaving } = useNotes(session);
  return (
    <div className={style.panel}>
      {draft.theirs ? (
        <Notice
          kind="warn"
          live="alert"
          title={t('session.notes.conflict')}
          actions={
            <>
              <Button look="primary" onPress={() => setDraft(keepBoth(draft))}>
                {t('session.notes.keepBoth')}
              </Button>
              <Button onPress={() => setDraft(takeTheirs(draft))}>{t('session.notes.takeTheirs')}</Button>
            </>
          }
        >
          <p>{t('session.notes.conflictText')}</p>
        </Notice>
      ) : error ? (
        <Notice
          kind="error"
          live="alert"
          title={t('session.notes.failed')}
          actions={
            <Button isPending={isSaving} onPress={() => save()}>
              {t('shell.retry')}
            </Button>
          }
        >
          <p>{errorSentence(t, error)}</p>
        </Notice>
      ) : null}
      <TextArea
        label={t('session.notes.label')}
        hint={t(isUnsaved(draft) ? 'session.notes.unsaved' : 'session.notes.saved')}
        rows={12}
        value={draft.text}
        onChange={(text) => setDraft({ ...draft, text })}
      />
    </div>
  );
}

function useNotes(session: SessionDetail) {
  const patch = usePatchSession(session.id);
  const { refetch } = useSession(session.id);
  const [own, setDraft] = useState<NotesDraft>(() => startNotes(session.notes));
  const draft = meetServer(own, session.notes);

  const save = () => {
    const { text, base, theirs } = draft;
    if (theirs || !isUnsaved(draft) || patch.isPending) return;
    patch.mutateAsync({ notes: { text, base: base.rev } }).then(
      (saved) => setDraft((current) => ({ ...current, base: saved.notes })),
      (error: unknown) => {
        // What the server has comes with the next answer, and is shown beside what was typed.
        if (isApiError(error, 'session.notes_conflict')) void refetch();
      },
    );
  };

  const saveNow = useEffectEvent(save);
  const { text } = draft;
  const savedText = draft.base.text;
  useEffect(() => {
    if (text === savedText) return;
    const timer = setTimeout(saveNow, timings.saveNotesMs);
    return () => clearTimeout(timer);
  }, [text, savedText]);
  // Another tab is opened before the pause is over: what was typed goes with it.
  useEffect(() => () => saveNow(), []);

  const error = isApiError(patch.error, 'session.notes_conflict') ? null : patch.error;
  return { draft, setDraft, save, error, isSaving: patch.isPending };
}
