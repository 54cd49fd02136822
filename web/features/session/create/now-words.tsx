import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { Recording } from '#web/features/recording/index.ts';
import { LanguageField } from '#web/parts/session/session-fields.tsx';
import { createProblems } from '#web/parts/session/session-form.rules.ts';
import { TextField } from '#web/ui/text-field.tsx';
import style from './record-now-screen.module.css';

/** Fields for name and language of the session. What is written is taken over at once, unless the name is refused. */
export function NowWords({ recording }: { recording: Recording }) {
  const { t } = useTranslation();
  const { title, language } = useSnapshot(recording.state);
  /** The name in the field, if it is refused. */
  const [refused, setRefused] = useState<string | null>(null);
  const problemOf = (name: string) =>
    createProblems({ title: name, language, participants: null, patientId: '' }).title;
  const problem = refused === null ? undefined : problemOf(refused);
  const change = (name: string) => {
    const isRefused = problemOf(name) !== undefined;
    setRefused(isRefused ? name : null);
    if (!isRefused) recording.describe({ title: name });
  };
  return (
    <div className={style.words}>
      <TextField
        label={t('create.name')}
        value={refused ?? title}
        onChange={change}
        error={problem ? t(`create.field.${problem.key}`, { max: problem.max }) : undefined}
        autoComplete="off"
      />
      <LanguageField value={language} onChange={(next) => recording.describe({ language: next })} />
    </div>
  );
}
