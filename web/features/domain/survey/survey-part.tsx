import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminDomain } from '#api/contract/admin-domain.ts';
import type { SurveyResults } from '#api/contract/survey.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { formatPercent } from '#web/lib/format.ts';
import { RetryNotice } from '#web/parts/page/retry-notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import style from '../domain.module.css';
import { Loading } from '../loading.tsx';
import { useSaveCsv, useSurveyResults } from './survey-calls.ts';
import { periodProblem, resultOf, shownCount, type Period } from './survey-results.rules.ts';

/** The answers to the survey of a host: numbers only, of no person and no session (§10.25). */
export function SurveyPart({ domain }: { domain: AdminDomain }) {
  const { t } = useTranslation();
  const [period, setPeriod] = useState<Period>({ from: '', to: '' });
  const problem = periodProblem(period);
  const results = useSurveyResults(domain.host, problem ? null : period);
  const saving = useSaveCsv(domain.host);
  const error = problem ? t(`survey.problem.${problem}`) : undefined;
  return (
    <div className={style.form}>
      {domain.effective_tags.includes('survey') ? null : (
        <Notice kind="info">
          <p>{t('survey.off')}</p>
        </Notice>
      )}
      <div className={style.pair}>
        <TextField
          label={t('survey.from')}
          hint={t('survey.dayHint')}
          type="date"
          value={period.from}
          onChange={(from) => setPeriod({ ...period, from })}
        />
        <TextField
          label={t('survey.to')}
          hint={t('survey.dayHint')}
          type="date"
          value={period.to}
          onChange={(to) => setPeriod({ ...period, to })}
          error={error}
        />
      </div>
      {results.isPending && !problem ? <Loading /> : null}
      {results.isError ? (
        <RetryNotice
          title={t('survey.loadFailed')}
          error={results.error}
          isFetching={results.isFetching}
          onRetry={() => void results.refetch()}
        />
      ) : null}
      {results.data && !problem ? <Results results={results.data} isOld={results.isPlaceholderData} /> : null}
      {saving.error ? (
        <Notice kind="error" live="alert" title={t('survey.csvFailed')}>
          <p>{errorSentence(t, saving.error)}</p>
        </Notice>
      ) : null}
      <div>
        <Button
          isDisabled={problem !== null}
          isPending={saving.isPending}
          onPress={() => saving.mutate(period)}
        >
          <Download size={20} aria-hidden="true" /> {t('survey.csv')}
        </Button>
      </div>
    </div>
  );
}

function Results({ results, isOld }: { results: SurveyResults; isOld: boolean }) {
  const { t } = useTranslation();
  const first = resultOf(results, 'q1');
  const second = resultOf(results, 'q2');
  const shown = shownCount(results);
  return (
    <div className={style.form} aria-busy={isOld}>
      <output>
        {t('survey.shown', { count: shown })} {t('survey.answered', { count: first.answers })}
      </output>
      <Answers
        caption={t('survey.q1')}
        rows={first.choices.map((each) => ({ ...each, label: t(`infoBar.survey.answer.${each.choice}`) }))}
      />
      <Answers
        caption={t('survey.q2')}
        rows={second.choices.map((each) => ({ ...each, label: t(`infoBar.survey.time.${each.choice}`) }))}
      />
    </div>
  );
}

type AnswersProps = {
  caption: string;
  rows: readonly { choice: string; label: string; count: number; share: number }[];
};

function Answers({ caption, rows }: AnswersProps) {
  const { t, i18n } = useTranslation();
  return (
    <table className={style.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('survey.answer')}</th>
          <th scope="col">{t('survey.count')}</th>
          <th scope="col">{t('survey.share')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ choice, label, count, share }) => (
          <tr key={choice}>
            <th scope="row">{label}</th>
            <td>{count}</td>
            <td>{formatPercent(share, i18n.language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
