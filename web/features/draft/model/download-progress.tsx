import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { formatBytes } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import type { ModelDownload } from './draft-setup.rules.ts';
import type { DraftSetup } from './draft-setup.state.ts';
import { modelName } from './model-words.ts';

type DownloadProgressProps = { setup: DraftSetup; progress: ModelDownload };

export function DownloadProgress({ setup, progress }: DownloadProgressProps) {
  const { t, i18n } = useTranslation();
  const { plan } = useSnapshot(setup.state);
  const { modelId: id, doneBytes, totalBytes } = progress;
  const title = plan?.models.find((model) => model.id === id)?.title ?? id;
  return (
    <>
      <ProgressBar
        label={t('draft.model.loading', { model: modelName(t, { id, title }) })}
        value={doneBytes / totalBytes}
        valueText={t('draft.model.loaded', {
          done: formatBytes(doneBytes, i18n.language),
          total: formatBytes(totalBytes, i18n.language),
        })}
      />
      <div>
        <Button onPress={() => void setup.cancelDownload()}>{t('draft.model.cancel')}</Button>
      </div>
    </>
  );
}
