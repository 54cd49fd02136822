import { useTranslation } from 'react-i18next';
import { formatUtcDay } from '#web/lib/format.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import style from '../domain.module.css';
import type { PeriodsForm, RetentionForm } from '../form/domain-form.rules.ts';
import { earliestDay, exampleDays, lastDays, type Periods } from '../form/retention.rules.ts';
import type { DomainDraft } from '../use-domain-draft.ts';
import { OwnChoice } from './own-choice.tsx';
import { useFieldProblem } from './use-field-problem.ts';

/** Announced periods that have come into force are the periods of the host. */
function shownOf(form: RetentionForm | null, today: string): RetentionForm | null {
  const next = form?.next;
  if (!next || next.effective === '' || next.effective > today) return form;
  return { audio_days: next.audio_days, content_months: next.content_months, next: null };
}

/** How long recordings are kept, and shorter periods that are announced (§10.24). */
export function RetentionPart({ draft }: { draft: DomainDraft }) {
  const { t } = useTranslation();
  const problemOf = useFieldProblem(draft);
  const { base, today } = draft;
  const { audio_days, content_months } = base.defaults;
  const standard = { audio_days, content_months };
  // An announced day that is being typed may be in the past. It counts only as it is saved.
  const saved = base.retention?.next?.effective;
  const isInForce = saved !== undefined && saved <= today;
  const form = isInForce ? shownOf(draft.form.retention, today) : draft.form.retention;
  const set = (retention: RetentionForm | null) => draft.change({ retention });
  const shown: RetentionForm = form ?? { ...standard, next: null };
  const announce = (isOn: boolean) =>
    set({
      ...shown,
      next: isOn
        ? {
            audio_days: shown.audio_days,
            content_months: shown.content_months,
            effective: earliestDay(today),
          }
        : null,
    });
  return (
    <>
      <OwnChoice
        label={t('domain.retention.choice')}
        standard={t('domain.standard')}
        standardHint={t('domain.retention.periods', { days: audio_days, months: content_months })}
        own={t('domain.retention.own')}
        isOwn={form !== null}
        onChange={(isOwn) => set(isOwn ? { ...standard, next: null } : null)}
      />
      {form ? (
        <PeriodFields
          periods={form}
          problemOf={(field) => problemOf(`retention.${field}`)}
          onChange={(part) => set({ ...form, ...part })}
        />
      ) : problemOf('retention.audio_days') || problemOf('retention.content_months') ? (
        <p className={style.wrong}>
          {problemOf('retention.audio_days') ?? problemOf('retention.content_months')}
        </p>
      ) : null}
      <fieldset className={style.group}>
        <legend>{t('domain.retention.announcement')}</legend>
        <p className={style.hint}>{t('domain.retention.announcementHint')}</p>
        <Checkbox isSelected={shown.next !== null} onChange={announce}>
          {t('domain.retention.announce')}
        </Checkbox>
        {shown.next ? (
          <>
            <PeriodFields
              periods={shown.next}
              problemOf={(field) => problemOf(`retention.next.${field}`)}
              onChange={(part) => shown.next && set({ ...shown, next: { ...shown.next, ...part } })}
            />
            <TextField
              label={t('domain.retention.effective')}
              hint={t('domain.retention.effectiveHint')}
              type="date"
              value={shown.next.effective}
              onChange={(effective) => shown.next && set({ ...shown, next: { ...shown.next, effective } })}
              error={problemOf('retention.next.effective')}
            />
          </>
        ) : null}
      </fieldset>
      <Examples retention={shown} today={today} />
    </>
  );
}

type PeriodFieldsProps = {
  periods: PeriodsForm;
  problemOf(field: keyof Periods): string | undefined;
  onChange(part: Partial<PeriodsForm>): void;
};

function PeriodFields({ periods, problemOf, onChange }: PeriodFieldsProps) {
  const { t } = useTranslation();
  return (
    <div className={style.pair}>
      <NumberField
        label={t('domain.retention.audio')}
        minValue={1}
        maxValue={3650}
        value={periods.audio_days}
        onChange={(audio_days) => onChange({ audio_days })}
        error={problemOf('audio_days')}
      />
      <NumberField
        label={t('domain.retention.content')}
        minValue={1}
        maxValue={240}
        value={periods.content_months}
        onChange={(content_months) => onChange({ content_months })}
        error={problemOf('content_months')}
      />
    </div>
  );
}

const isWhole = (periods: PeriodsForm): periods is Periods =>
  periods.audio_days !== null && periods.content_months !== null;

/** What the periods mean for recordings of some days. */
function Examples({ retention, today }: { retention: RetentionForm; today: string }) {
  const { t, i18n } = useTranslation();
  const { next } = retention;
  if (!isWhole(retention)) return null;
  if (next && (!isWhole(next) || Number.isNaN(Date.parse(next.effective)))) return null;
  const periods = {
    ...retention,
    next: next && isWhole(next) ? { ...next, effective: next.effective } : null,
  };
  const day = (text: string) => formatUtcDay(text, i18n.language);
  return (
    <div className={style.examples}>
      <table className={style.table}>
        <caption>{t('domain.retention.examples')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('domain.retention.recorded')}</th>
            <th scope="col">{t('domain.retention.audioUntil')}</th>
            <th scope="col">{t('domain.retention.contentUntil')}</th>
          </tr>
        </thead>
        <tbody>
          {exampleDays(periods, today).map((recorded) => {
            const { audio, content } = lastDays(recorded, periods);
            return (
              <tr key={recorded}>
                <th scope="row">{day(recorded)}</th>
                <td>{day(audio < content ? audio : content)}</td>
                <td>{day(content)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {periods.next ? (
        <p className={style.hint}>
          {t('domain.retention.meaning', {
            day: day(periods.next.effective),
            days: periods.next.audio_days,
            months: periods.next.content_months,
          })}
        </p>
      ) : null}
    </div>
  );
}
