import { useTranslation } from 'react-i18next';
import { formatClock } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { LocalWorkView } from './local-work.rules.ts';
import type { Upload } from '#web/features/upload/upload.state.ts';

type LocalWorkCardProps = { upload: Pick<Upload, 'resume' | 'discard'>; work: LocalWorkView };

export function LocalWorkCard({ upload, work }: LocalWorkCardProps) {
  const { t } = useTranslation();
  const { canResume, cuts, keptS } = work;
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
        <What work={work} />
      </p>
      {cuts === 'there' && keptS !== null ? (
        <p>
          {t('upload.keeping.cut', {
            kept: formatClock(keptS),
            duration: formatClock(work.lengthS ?? keptS),
          })}
        </p>
      ) : null}
      {cuts === 'lost' ? <p>{t('upload.keeping.cutsLost')}</p> : null}
      <p>{t('upload.keeping.until')}</p>
    </Notice>
  );
}

function What({ work }: { work: LocalWorkView }) {
  const { t } = useTranslation();
  const { name, keptS, convertedS } = work;
  if (work.isSoundLost) return t('upload.keeping.soundLost', { name });
  if (!work.isAnalysed) return t('upload.keeping.part', { name, position: formatClock(convertedS) });
  if (!work.canResume) return t('upload.keeping.again', { name });
  return t('upload.keeping.whole', { name, duration: formatClock(keptS ?? 0) });
}
