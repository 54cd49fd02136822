import { useTranslation } from 'react-i18next';
import { formatClock } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { KeptView } from './kept-work.rules.ts';
import type { Upload } from '#web/features/upload/upload.state.ts';

type KeepingCardProps = { upload: Pick<Upload, 'resume' | 'discard'>; kept: KeptView };

export function KeepingCard({ upload, kept }: KeepingCardProps) {
  const { t } = useTranslation();
  const { canResume, cuts, keptS } = kept;
  return (
    <Notice
      kind="info"
      live="status"
      title={t('upload.keeping.title')}
      actions={
        <>
          {canResume ? (
            <Button look="primary" onPress={upload.resume}>
              {t('upload.keeping.resume')}
            </Button>
          ) : null}
          <Button onPress={upload.discard}>{t('upload.keeping.discard')}</Button>
        </>
      }
    >
      <p>
        <What kept={kept} />
      </p>
      {cuts === 'there' && keptS !== null ? (
        <p>
          {t('upload.keeping.cut', {
            kept: formatClock(keptS),
            duration: formatClock(kept.lengthS ?? keptS),
          })}
        </p>
      ) : null}
      {cuts === 'lost' ? <p>{t('upload.keeping.cutsLost')}</p> : null}
      <p>{t('upload.keeping.until')}</p>
    </Notice>
  );
}

function What({ kept }: { kept: KeptView }) {
  const { t } = useTranslation();
  const { name, keptS, convertedS } = kept;
  if (kept.isSoundLost) return t('upload.keeping.soundLost', { name });
  if (!kept.isAnalysed) return t('upload.keeping.part', { name, position: formatClock(convertedS) });
  if (!kept.canResume) return t('upload.keeping.again', { name });
  return t('upload.keeping.whole', { name, duration: formatClock(keptS ?? 0) });
}
