import { useTranslation } from 'react-i18next';
import { formatClock, formatBytes } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import style from './upload-file.module.css';
import { isUnderWay } from '#web/features/upload/upload.rules.ts';
import type { UploadState } from '#web/features/upload/upload.rules.ts';

export function UploadFile({ state, onDiscard }: { state: UploadState; onDiscard(): void }) {
  const { t, i18n } = useTranslation();
  const { file, analysis } = state;
  if (!file) return null;
  const size = formatBytes(file.bytes, i18n.language);
  return (
    <div className={style.file}>
      <div className={style.what}>
        <h2 className={style.name}>{file.name}</h2>
        <p className={style.facts}>{analysis ? `${formatClock(analysis.durationS)} · ${size}` : size}</p>
      </div>
      {isUnderWay(state) || state.stage === 'analysing' || state.problem ? null : (
        <Button look="quiet" onPress={onDiscard}>
          {t('upload.discard')}
        </Button>
      )}
    </div>
  );
}
