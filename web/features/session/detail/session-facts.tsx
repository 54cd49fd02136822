import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#api/contract/session.ts';
import { hasText } from '#web/features/processing/index.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { formatClock, formatDate, formatDateTime, formatBytes } from '#web/lib/format.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { createProblems } from '#web/parts/session/session-form.rules.ts';
import style from './session-panel.module.css';
import { changedFields, fieldsOf } from '#web/parts/session/session.rules.ts';
import type { SessionFields } from '#web/parts/session/session.rules.ts';
import { usePatchSession } from '#web/parts/session/session.state.ts';
import { LanguageField, ParticipantsField } from '#web/parts/session/session-fields.tsx';

export function SessionFacts({ session }: { session: SessionDetail }) {
  return (
    <div className={style.panel}>
      <FieldsForm session={session} />
      <KeptFacts session={session} />
    </div>
  );
}

function FieldsForm({ session }: { session: SessionDetail }) {
  const { t } = useTranslation();
  // The draft has only the fields that the person has changed, so that a poll updates all others.
  const [draft, setDraft] = useState<Partial<SessionFields>>({});
  const patch = usePatchSession(session.id);
  const server = fieldsOf(session);
  const shown = { ...server, ...draft };
  const changed = changedFields(draft, server);
  const isChanged = Object.keys(changed).length > 0;
  const problems = createProblems({
    title: session.title,
    language: shown.language,
    participants: shown.participants,
    patientId: shown.fhir_patient_id ?? '',
  });
  const hasProblem = Object.keys(problems).length > 0;
  const change = (part: Partial<SessionFields>) => setDraft((current) => ({ ...current, ...part }));
  const save = async () => {
    await patch.mutateAsync(changed);
    // Fields that were changed during the request stay in the draft.
    setDraft((current) => changedFields(current, draft));
    toasts.add({ kind: 'info', text: t('session.facts.saved') });
  };
  const textOf = (problem: (typeof problems)[keyof typeof problems]) =>
    problem ? t(`create.field.${problem.key}`, { max: problem.max }) : undefined;
  return (
    <form
      className={style.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // The failure is shown above the buttons.
        if (isChanged && !hasProblem) save().catch(() => {});
      }}
    >
      <LanguageField
        hint={hasText(session) ? t('session.facts.nextTranscription') : undefined}
        value={shown.language}
        onChange={(language) => change({ language })}
      />
      <ParticipantsField
        value={shown.participants}
        onChange={(participants) => change({ participants })}
        error={textOf(problems.participants)}
      />
      <TextField
        label={t('create.patientId')}
        optional={t('shell.optional')}
        value={shown.fhir_patient_id ?? ''}
        onChange={(text) => change({ fhir_patient_id: text.trim() === '' ? null : text })}
        error={textOf(problems.patientId)}
        autoComplete="off"
      />
      {patch.error ? (
        <Notice kind="error" live="alert" title={t('session.facts.saveFailed')}>
          <p>{errorSentence(t, patch.error)}</p>
        </Notice>
      ) : null}
      {isChanged ? (
        <div className={style.actions}>
          <Button type="submit" look="primary" isPending={patch.isPending}>
            {t('session.facts.save')}
          </Button>
          <Button
            onPress={() => {
              setDraft({});
              patch.reset();
            }}
          >
            {t('session.facts.revert')}
          </Button>
        </div>
      ) : null}
    </form>
  );
}

function KeptFacts({ session }: { session: SessionDetail }) {
  const { t, i18n } = useTranslation();
  const { audio, retention, date } = session;
  const facts = [
    [t('session.facts.date'), formatDateTime(date, i18n.language)],
    ...(audio
      ? [
          [t('session.facts.duration'), formatClock(audio.duration)],
          [t('session.facts.size'), formatBytes(audio.bytes, i18n.language)],
        ]
      : []),
    ...(audio?.deleted_at
      ? [[t('session.facts.audioDeleted'), formatDate(audio.deleted_at, i18n.language)]]
      : []),
    ...(audio && !audio.deleted_at
      ? [[t('session.facts.audioUntil'), formatDate(retention.audio_until, i18n.language)]]
      : []),
    [t('session.facts.contentUntil'), formatDate(retention.content_until, i18n.language)],
  ] as [string, string][];
  return (
    <>
      <h2>{t('session.facts.retention')}</h2>
      <dl className={style.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
