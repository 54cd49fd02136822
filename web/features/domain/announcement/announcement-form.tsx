import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announcementTypes, maxAnnouncementPriority } from '#api/contract/announcement.ts';
import { isLanguage, languageNames, languages, type Language } from '#web/i18n/languages.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { RadioList } from '#web/ui/radio-list.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import style from '../domain.module.css';
import { SaveFailure } from '../editor-bar.tsx';
import type { FocusIn } from '../part/focus-in.ts';
import {
  languageToMend,
  longestText,
  problemsOf,
  writtenLanguages,
  type AnnouncementForm as Form,
  type AnnouncementProblems,
  type TextField as TextName,
} from './announcement-form.rules.ts';
import { AnnouncementPreview } from './announcement-preview.tsx';
import type { AnnouncementDraft } from './use-announcement-draft.ts';

type AnnouncementFormProps = { form: Form; draft: AnnouncementDraft; onFocus: FocusIn; onClosed(): void };

const wrongField = '[aria-invalid="true"]';

/** The form of an announcement. Its texts are written in one language after the other. */
export function AnnouncementForm({ form, draft, onFocus, onClosed }: AnnouncementFormProps) {
  const { t, i18n } = useTranslation();
  const [language, setLanguage] = useState<Language>(isLanguage(i18n.language) ? i18n.language : 'de');
  const problems = draft.problemsIn(language);
  const submit = async (save: (language: Language) => Promise<boolean>) => {
    if (draft.isSaving) return;
    if (await save(language)) {
      toasts.add({ kind: 'safe', text: t('announcement.saved') });
      return onClosed();
    }
    setLanguage(languageToMend(problemsOf(form, language), language));
    onFocus(wrongField);
  };
  return (
    <form
      className={style.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(draft.save);
      }}
    >
      <h3>{t(draft.isNew ? 'announcement.new' : 'announcement.change')}</h3>
      <Texts
        form={form}
        language={language}
        problems={problems}
        onLanguage={setLanguage}
        onChange={draft.change}
      />
      <AnnouncementPreview form={form} language={language} />
      <Rest form={form} problems={problems} onChange={draft.change} />
      {draft.theirs ? (
        <Notice
          kind="warn"
          live="alert"
          title={t('domain.conflict.title')}
          actions={
            <>
              <Button onPress={draft.takeTheirs}>{t('domain.conflict.takeTheirs')}</Button>
              <Button onPress={() => void submit(draft.saveOverTheirs)}>
                {t('domain.conflict.saveMine')}
              </Button>
            </>
          }
        >
          <p>{t('announcement.conflict')}</p>
        </Notice>
      ) : null}
      {draft.saveError ? <SaveFailure error={draft.saveError} /> : null}
      <div className={style.bar}>
        <output>{problems.size > 0 ? t('domain.problems', { count: problems.size }) : null}</output>
        <div className={style.barActions}>
          <Button
            onPress={() => {
              draft.close();
              onClosed();
            }}
          >
            {t(draft.isDirty ? 'domain.discard' : 'shell.cancel')}
          </Button>
          <Button type="submit" look="primary" isPending={draft.isSaving}>
            {t('domain.save')}
          </Button>
        </div>
      </div>
    </form>
  );
}

type FieldsProps = {
  form: Form;
  problems: AnnouncementProblems;
  onChange(part: Partial<Form>): void;
};
type TextsProps = FieldsProps & { language: Language; onLanguage(language: Language): void };

/** The texts in one language, and the choice of the language, which tells what is written and what is wrong. */
function Texts({ form, language, problems, onLanguage, onChange }: TextsProps) {
  const { t } = useTranslation();
  const written = writtenLanguages(form);
  const isWrong = (each: Language) => [...problems.keys()].some((field) => field.endsWith(`.${each}`));
  const options = languages.map((each) => {
    const mark = isWrong(each) ? t('domain.wrong') : written.includes(each) ? null : t('announcement.empty');
    return { key: each, label: [languageNames[each], mark].filter(Boolean).join(' · ') };
  });
  const errorOf = (name: TextName) => {
    const problem = problems.get(`${name}.${language}`);
    return problem && t(`announcement.problem.${problem}`, { count: longestText[name] });
  };
  const fieldOf = (name: TextName) => ({
    label: t(`announcement.field.${name}`),
    value: form[name][language],
    onChange: (text: string) => onChange({ [name]: { ...form[name], [language]: text } }),
    error: errorOf(name),
    lang: language,
    autoComplete: 'off',
  });
  return (
    <>
      <Select
        label={t('announcement.language')}
        hint={t('announcement.languageHint')}
        options={options}
        value={language}
        onChange={onLanguage}
      />
      <TextField {...fieldOf('title')} />
      <TextArea {...fieldOf('message')} rows={4} />
      <TextField {...fieldOf('cta_text')} hint={t('announcement.ctaHint')} />
    </>
  );
}

/** What is the same in all languages. */
function Rest({ form, problems, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const errorOf = (name: string) => {
    const problem = problems.get(name);
    return problem && t(`announcement.problem.${problem}`, { count: maxAnnouncementPriority });
  };
  return (
    <>
      <TextField
        label={t('announcement.field.link')}
        hint={t('announcement.linkHint')}
        type="url"
        autoComplete="off"
        spellCheck="false"
        value={form.link}
        onChange={(link) => onChange({ link })}
        error={errorOf('link')}
      />
      <RadioList
        label={t('announcement.field.type')}
        options={announcementTypes.map((key) => ({
          key,
          label: t(`announcement.type.${key}`),
          hint: t(`announcement.typeHint.${key}`),
        }))}
        value={form.type}
        onChange={(type) => onChange({ type })}
      />
      <div className={style.pair}>
        <TextField
          label={t('announcement.field.starts')}
          hint={t('announcement.startsHint')}
          type="datetime-local"
          value={form.starts}
          onChange={(starts) => onChange({ starts })}
          error={errorOf('starts')}
        />
        <TextField
          label={t('announcement.field.expires')}
          hint={t('announcement.expiresHint')}
          type="datetime-local"
          value={form.expires}
          onChange={(expires) => onChange({ expires })}
          error={errorOf('expires')}
        />
        <NumberField
          label={t('announcement.field.priority')}
          hint={t('announcement.priorityHint')}
          value={form.priority}
          onChange={(priority) => onChange({ priority })}
          error={errorOf('priority')}
        />
      </div>
    </>
  );
}
