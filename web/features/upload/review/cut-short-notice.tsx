import { useTranslation } from 'react-i18next';
import { formatClock } from '#web/lib/format.ts';
import { Notice } from '#web/ui/notice.tsx';
import { missingS, type Analysis } from '#workers/analysis/analysis.contract.ts';

export function CutShortNotice({ analysis }: { analysis: Pick<Analysis, 'durationS' | 'statedS'> }) {
  const { t } = useTranslation();
  const { durationS, statedS = durationS } = analysis;
  if (missingS(analysis) === 0) return null;
  const lengths = { has: formatClock(durationS), stated: formatClock(statedS) };
  return (
    <Notice kind="warn" live="status" title={t('upload.cutShort.title')}>
      <p>{t('upload.cutShort.text', lengths)}</p>
    </Notice>
  );
}
