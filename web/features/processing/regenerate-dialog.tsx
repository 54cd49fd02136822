import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#api/contract/limits.ts';
import type { SessionDetail, SessionLanguage } from '#api/contract/session.ts';
import { createProblems } from '#web/parts/session/session-form.rules.ts';
import { isWorking } from '#web/parts/session/session.rules.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { BoostField } from './boost-field.tsx';
import { CancelWork } from './cancel-work.tsx';
import { hasText } from './processing.rules.ts';
import { useProcess } from './processing.state.ts';
import style from './regenerate-dialog.module.css';
import { LanguageField, ParticipantsField } from '#web/parts/session/session-fields.tsx';

type RegenerateDialogProps = { session: SessionDetail; isOpen: boolean; onClose(): void };

/** The dialog “Transcribe again”. It offers the settings to change, and names the consequences for the present text. */
export function RegenerateDialog({ session, isOpen, onClose }: RegenerateDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('processing.regenerate.title')}>
      <RegenerateForm session={session} onClose={onClose} />
    </Dialog>
  );
}

type Form = { language: SessionLanguage; participants: number | null; boost: number };

/** The form of the dialog. It is mounted anew, with the session's settings, each time the dialog opens. */
function RegenerateForm({ session, onClose }: Omit<RegenerateDialogProps, 'isOpen'>) {
  const { t } = useTranslation();
  const process = useProcess(session.id);
  const [form, setForm] = useState<Form>({
    language: session.language,
    participants: session.participants,
    boost: limits.defaultBoost,
  });
  const change = (part: Partial<Form>) => setForm((current) => ({ ...current, ...part }));
  // While this form sends, the session is shown in progress already.
  const isUnderWay = isWorking(session.status) && !process.isPending && !process.isSuccess;
  const { participants: problem } = createProblems({ ...form, title: session.title, patientId: '' });
  const submit = async () => {
    const { language, participants, boost } = form;
    await process.mutateAsync({
      regenerate_transcript: true,
      language,
      participants,
      boost_factor: boost,
    });
    toasts.add({ kind: 'info', text: t('processing.regenerate.started') });
    onClose();
  };
  return (
    <form
      className={style.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // The failure is shown above the buttons.
        if (!problem && !isUnderWay) submit().catch(() => {});
      }}
    >
      <p>{t(hasText(session) ? 'processing.regenerate.text' : 'processing.regenerate.textNone')}</p>
      {isUnderWay ? (
        <Notice
          kind="warn"
          live="status"
          title={t('processing.regenerate.underWay')}
          actions={<CancelWork session={session} />}
        >
          <p>{t('processing.regenerate.underWayText')}</p>
        </Notice>
      ) : null}
      <LanguageField value={form.language} onChange={(language) => change({ language })} />
      <ParticipantsField
        value={form.participants}
        onChange={(participants) => change({ participants })}
        error={problem ? t(`create.field.${problem.key}`, { max: problem.max }) : undefined}
      />
      <BoostField
        value={form.boost}
        loudnessLufs={session.verdict?.loudness_lufs ?? null}
        onChange={(boost) => change({ boost })}
      />
      {process.error ? (
        <Notice kind="error" live="alert" title={t('processing.regenerate.failed')}>
          <p>{errorSentence(t, process.error)}</p>
        </Notice>
      ) : null}
      <div className={style.actions}>
        <Button onPress={onClose}>{t('shell.cancel')}</Button>
        <Button type="submit" look="primary" isPending={process.isPending} isDisabled={isUnderWay}>
          {t('processing.regenerate.submit')}
        </Button>
      </div>
    </form>
  );
}
