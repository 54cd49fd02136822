import { useTranslation } from 'react-i18next';
import { formatClock, formatPercent } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import style from './pass-progress.module.css';
import { passShare } from '#web/features/upload/upload.rules.ts';
import type { UploadState } from '#web/features/upload/upload.rules.ts';

export function PassProgress({ state, onCancel }: { state: UploadState; onCancel(): void }) {
  const { t, i18n } = useTranslation();
  const { pass, stage } = state;
  const isOpening = stage === 'analysing' && !pass?.positionS;
  const share = passShare(pass);
  const percent = share === null ? '' : formatPercent(share, i18n.language);
  const position = pass?.positionS ? formatClock(pass.positionS) : '';
  const inTime = pass?.durationS
    ? t('upload.position', { position: position || '0:00', duration: formatClock(pass.durationS) })
    : position;
  return (
    <div className={style.pass}>
      <ProgressBar
        label={t(
          isOpening
            ? 'upload.stage.opening'
            : stage === 'encoding'
              ? 'upload.stage.encoding'
              : 'upload.stage.analysing',
        )}
        value={isOpening ? null : share}
        valueText={[inTime, percent].filter(Boolean).join(' · ')}
      />
      <Button onPress={onCancel}>{t('upload.cancel')}</Button>
    </div>
  );
}
