import { useTranslation } from 'react-i18next';
import { formatPercent } from '#web/lib/format.ts';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { useEngineHealth } from './processing.state.ts';

export function ModelProgress() {
  const { t, i18n } = useTranslation();
  const engine = useEngineHealth();
  if (engine?.status === 'ok') return <p>{t('processing.model.ready')}</p>;
  if (engine?.status !== 'loading') return null;
  const { name, progress } = engine;
  return (
    <ProgressBar
      label={name ? t('processing.model.label', { name }) : t('processing.model.unnamed')}
      value={progress ?? null}
      valueText={
        progress === undefined
          ? ''
          : t('processing.model.percent', { percent: formatPercent(progress, i18n.language) })
      }
    />
  );
}
