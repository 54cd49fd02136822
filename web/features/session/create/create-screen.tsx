import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionDraft } from '#api/contract/session.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { optionsKey, useOptions } from '#web/parts/result/options.state.ts';
import { currentLanguage } from '#web/i18n/i18n.ts';
import { withWords } from '#web/i18n/with-words.ts';
import { isApiError } from '#web/lib/http.ts';
import { loadPart } from '#web/lib/load-part.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Loading } from '#web/parts/page/loading.tsx';
import { Page } from '#web/parts/page/page.tsx';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { choiceToSettings, type OptionChoice } from './create-options.rules.ts';
import { CreateOptions } from './create-options.tsx';
import { createSession } from '#web/parts/session/create-session.ts';
import style from './create-screen.module.css';
import { IncomingFile } from './incoming-file.tsx';
import { type GiveFile, useIncomingFile } from './use-incoming-file.ts';
import {
  type CreateForm,
  createProblems,
  defaultLanguage,
  formToDraft,
} from '#web/parts/session/session-form.rules.ts';
import { LanguageField, ParticipantsField } from '#web/parts/session/session-fields.tsx';
import { createWithKey } from '#web/parts/session/creation-key.ts';

const loadRecordNow = withWords(
  'session',
  withWords('rest', () => import('./record-now-screen.tsx')),
);

const RecordNowScreen = lazy(async () => ({ default: (await loadPart(loadRecordNow)).RecordNowScreen }));

/** `/create`: the form of a new session, or with `start=record` a recording that begins without one. */
export function CreateScreen() {
  const { start } = useSearch({ strict: false });
  return start === 'record' ? (
    <Suspense fallback={<RecordNowLoading />}>
      <RecordNowScreen />
    </Suspense>
  ) : (
    <CreateSession />
  );
}

function RecordNowLoading() {
  const { t } = useTranslation();
  return (
    <Page title={t('begin.title')}>
      <Loading />
    </Page>
  );
}

/** Creates a session (§2) from its name, language, participants and case number, and then opens it. The audio is added there. */
function CreateSession() {
  const { t } = useTranslation();
  usePageTitle(t('create.title'));
  const [form, setForm] = useState<CreateForm>(() => ({
    title: t('create.defaultName'),
    language: defaultLanguage(currentLanguage()),
    participants: null,
    patientId: '',
  }));
  const [choice, setChoice] = useState<OptionChoice>({});
  const offered = useOptions();
  const [isChecked, setChecked] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const incoming = useIncomingFile((title) => setForm((current) => ({ ...current, title })));
  const creation = useCreateSession(incoming.file ? incoming.give : null);
  const problems = isChecked ? createProblems(form) : {};
  const change = (part: Partial<CreateForm>) => setForm((current) => ({ ...current, ...part }));
  const problemText = (name: keyof CreateForm) => {
    const problem = problems[name];
    return problem ? t(`create.field.${problem.key}`, { max: problem.max }) : undefined;
  };
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (Object.keys(createProblems(form)).length === 0) {
      creation.create(formToDraft(form, choiceToSettings(offered.data, form.language, choice)));
    } else requestAnimationFrame(() => focusFirstProblem(element.current));
  };
  return (
    <Page title={t('create.title')} narrow>
      <form ref={element} className={style.form} noValidate onSubmit={submit}>
        <p className={style.next}>{t('create.next')}</p>
        <IncomingFile incoming={incoming} />
        <TextField
          label={t('create.name')}
          value={form.title}
          onChange={(title) => change({ title })}
          error={problemText('title')}
          isRequired
          autoComplete="off"
        />
        <LanguageField
          hint={t('create.languageHint')}
          value={form.language}
          onChange={(language) => change({ language })}
        />
        <div className={style.pair}>
          <ParticipantsField
            value={form.participants}
            onChange={(participants) => change({ participants })}
            error={problemText('participants')}
          />
          <TextField
            label={t('create.patientId')}
            optional={t('shell.optional')}
            hint={t('create.patientIdHint')}
            value={form.patientId}
            onChange={(patientId) => change({ patientId })}
            error={problemText('patientId')}
            autoComplete="off"
          />
        </div>
        <CreateOptions offered={offered} language={form.language} choice={choice} onChange={setChoice} />
        {creation.error ? (
          <Notice kind="error" live="alert" title={t('create.failed')}>
            <p>{errorSentence(t, creation.error)}</p>
          </Notice>
        ) : null}
        <div className={style.actions}>
          <LinkButton href="/library">{t('shell.cancel')}</LinkButton>
          <Button type="submit" look="primary" isPending={creation.isPending}>
            {t('create.submit')}
          </Button>
        </div>
      </form>
    </Page>
  );
}

/**
 * Creates the session of a form. Each form has one key, so that neither a second click nor a lost answer creates a
 * second session. `give` gives the session the file that came with the form.
 */
function useCreateSession(give: GiveFile | null) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [key] = useState<{ now: string }>(() => ({ now: crypto.randomUUID() }));
  // A double click submits twice before the button is disabled.
  const isUnderWay = useRef(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: (session: SessionDraft) =>
      createWithKey(key.now, {
        create: (as) => createSession(session, as),
        storeKey(next) {
          key.now = next;
        },
      }),
    onSuccess: async (id) => {
      await queryClient.invalidateQueries({ queryKey: ['session', 'list'], refetchType: 'none' });
      await give?.(id);
      const search = give ? { mode: 'upload' } : {};
      await navigate({ to: '/library/$id', params: { id }, search, replace: true });
    },
    onError: (failure) => {
      // The person's role has changed, or the options of the host have. The form shows what is offered now.
      if (isApiError(failure, 'processing.option_unknown'))
        void queryClient.invalidateQueries({ queryKey: optionsKey });
    },
    onSettled: () => {
      isUnderWay.current = false;
    },
  });
  const create = (session: SessionDraft) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutate(session);
  };
  return { create, error, isPending };
}

const focusFirstProblem = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
