import { useTranslation } from 'react-i18next';
import { RetryNotice } from '#web/parts/page/retry-notice.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import style from '#web/features/transcript/draft/draft.module.css';
import type { DraftMarks } from './use-draft-marks.ts';

/** Says how many words differ from the draft, and lets the person show those that are gone. */
export function DraftMarksNote({ marks }: { marks: DraftMarks }) {
  const { t } = useTranslation();
  const { difference, error, isFetching, areGoneShown, toggleGone, retry } = marks;
  if (error && !difference) {
    return (
      <RetryNotice
        title={t('transcript.draft.notLoaded')}
        error={error}
        isFetching={isFetching}
        onRetry={retry}
      />
    );
  }
  return (
    <div className={style.marks} aria-busy={difference === null}>
      <p>{difference ? sentence(difference.count) : t('transcript.draft.loading')}</p>
      {difference && difference.count > 0 ? (
        <Checkbox isSelected={areGoneShown} onChange={toggleGone}>
          {t('transcript.draft.showGone')}
        </Checkbox>
      ) : null}
    </div>
  );

  function sentence(count: number): string {
    return count === 0 ? t('transcript.draft.same') : t('transcript.draft.count', { count });
  }
}
