import { useTranslation } from 'react-i18next';
import { formatBytes } from '#web/lib/format.ts';
import { NumberField } from '#web/ui/number-field.tsx';
import style from '../domain.module.css';
import type { DomainDraft } from '../use-domain-draft.ts';
import { Facts } from './facts.tsx';
import { NotYours } from './not-yours.tsx';
import { useFieldProblem } from './use-field-problem.ts';

const megabyte = 1_000_000;
const gigabyte = 1_000_000_000;

/** Returns a size in a unit. Sizes that do not divide by it are rounded for the field alone, until it is changed. */
const inUnit = (bytes: number | null, unit: number): number | null =>
  bytes === null ? null : Math.round(bytes / unit);

/** Largest file of the host, and the space of a person. */
export function LimitsPart({ draft }: { draft: DomainDraft }) {
  const { t, i18n } = useTranslation();
  const problemOf = useFieldProblem(draft);
  const { base, form } = draft;
  const { max_upload_bytes, quota_bytes } = base.defaults;
  const quota = quota_bytes === null ? t('domain.limits.noQuota') : formatBytes(quota_bytes, i18n.language);
  const upload = formatBytes(max_upload_bytes, i18n.language);
  if (!base.may_name) {
    const own = form.limits;
    return (
      <>
        <NotYours />
        <Facts
          facts={[
            [
              t('domain.unit.max_upload_bytes'),
              own.max_upload_bytes === null ? upload : formatBytes(own.max_upload_bytes, i18n.language),
            ],
            [
              t('domain.unit.quota_bytes'),
              own.quota_bytes === null ? quota : formatBytes(own.quota_bytes, i18n.language),
            ],
          ]}
        />
      </>
    );
  }
  const set = (part: Partial<typeof form.limits>) => draft.change({ limits: { ...form.limits, ...part } });
  return (
    <div className={style.pair}>
      <NumberField
        label={t('domain.limits.upload')}
        hint={t('domain.limits.standard', { value: upload })}
        minValue={1}
        maxValue={100_000}
        value={inUnit(form.limits.max_upload_bytes, megabyte)}
        onChange={(size) => set({ max_upload_bytes: size === null ? null : size * megabyte })}
        error={problemOf('limits.max_upload_bytes')}
      />
      <NumberField
        label={t('domain.limits.quota')}
        hint={t('domain.limits.standard', { value: quota })}
        minValue={1}
        maxValue={1_000_000}
        value={inUnit(form.limits.quota_bytes, gigabyte)}
        onChange={(size) => set({ quota_bytes: size === null ? null : size * gigabyte })}
        error={problemOf('limits.quota_bytes')}
      />
    </div>
  );
}
