import { useTranslation } from 'react-i18next';
import type { Kept } from '#workers/encode/keep.contract.ts';
import { formatClock } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { Upload } from './upload.state.ts';

/** What a reload or a closed tab left on this device, and how to go on with it. */
export function KeepingCard({ upload, kept }: { upload: Upload; kept: Kept }) {
  const { t } = useTranslation();
  const { name } = kept.file;
  const chunkBytes = kept.chunks.reduce((sum, chunk) => sum + chunk.size, 0);
  const convertedS = kept.settings ? (chunkBytes * 8) / (kept.settings.bitrate * 1000) : 0;
  const canResume = kept.analysis !== null && kept.draft !== null;
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
        {kept.analysis && canResume
          ? t('upload.keeping.whole', { name, duration: formatClock(kept.analysis.durationS) })
          : kept.analysis
            ? t('upload.keeping.again', { name })
            : t('upload.keeping.part', { name, position: formatClock(convertedS) })}
      </p>
      <p>{t('upload.keeping.until')}</p>
    </Notice>
  );
}
