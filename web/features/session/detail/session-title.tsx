import { Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#api/contract/limits.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import style from './session-header.module.css';
import { usePatchSession } from '#web/parts/session/session.state.ts';

export function SessionTitle({ session }: { session: SessionDetail }) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<string | null>(null);
  const pencil = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const wasEditing = useRef(false);
  const patch = usePatchSession(session.id);
  const isEditing = draft !== null;

  useEffect(() => {
    if (isEditing) input.current?.select();
    else if (wasEditing.current) pencil.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  if (draft === null) {
    return (
      <div className={style.title}>
        <h1 className={style.name} title={session.title}>
          {session.title}
        </h1>
        <Button
          ref={pencil}
          icon
          look="quiet"
          aria-label={t('session.rename.action')}
          onPress={() => {
            if (!patch.isPending) patch.reset();
            setDraft(session.title);
          }}
        >
          <Pencil size={18} aria-hidden="true" />
        </Button>
      </div>
    );
  }

  const title = draft.trim();
  const close = () => setDraft(null);
  const save = async () => {
    if (title === '') return;
    // After a request that is pending, or whose answer was lost, the server may have another name. So the former name is sent too.
    if (title !== session.title || !patch.isIdle) await patch.mutateAsync({ title });
    // If the field was changed or opened again during the request, it stays open.
    setDraft((current) => (current === draft ? null : current));
  };
  const error =
    title === ''
      ? t('error.session.title_required')
      : patch.error
        ? t('session.rename.failed', { reason: errorSentence(t, patch.error) })
        : undefined;
  return (
    <form
      className={style.rename}
      onSubmit={(event) => {
        event.preventDefault();
        // The failure is shown below the field.
        save().catch(() => {});
      }}
    >
      <TextField
        label={t('session.rename.label')}
        inputRef={input}
        value={draft}
        maxLength={limits.maxTitleLength}
        onChange={setDraft}
        error={error}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      />
      <Button type="submit" look="primary" isPending={patch.isPending}>
        {t('session.rename.save')}
      </Button>
      <Button onPress={close}>{t('shell.cancel')}</Button>
    </form>
  );
}
