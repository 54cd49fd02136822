import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import type { PlannedModel } from '#workers/preview/preview-models.client.ts';
import style from './device-models-dialog.module.css';
import { DownloadProgress } from './download-progress.tsx';
import type { ModelDownload } from './draft-setup.rules.ts';
import type { DraftSetup } from './draft-setup.state.ts';
import { formatTimes, modelAbout, modelName, obstacleSentence } from './model-words.ts';

type DeviceModelRowProps = {
  setup: DraftSetup;
  model: PlannedModel;
  /** False where the host has no drafts. The model can then be removed only. */
  isAllowed: boolean;
  isChosen: boolean;
  /** The running download, of this model or of another one; null if none runs. */
  progress: ModelDownload | null;
  onRemove(): void;
};

export function DeviceModelRow(props: DeviceModelRowProps) {
  const { setup, model, isAllowed, isChosen, progress, onRemove } = props;
  const { t, i18n } = useTranslation();
  const { id, storedBytes, isStored, obstacle } = model;
  const own = progress?.modelId === id ? progress : null;
  const name = modelName(t, model);
  const button = (act: 'download' | 'goOn' | 'choose' | 'remove', run: () => void) => (
    <Button aria-label={t(`draft.model.dialog.${act}`, { model: name })} onPress={run}>
      {t(`draft.model.dialog.short.${act}`)}
    </Button>
  );
  return (
    <li className={style.model} data-model={id}>
      <div className={style.head}>
        <span className={style.name}>{name}</span>
        {isChosen ? (
          <span className={style.chosen}>
            <Check size={18} aria-hidden="true" /> {t('draft.model.dialog.chosen')}
          </span>
        ) : null}
      </div>
      <p className={style.soft}>{modelAbout(t, model)}</p>
      <p className={style.soft}>{useFacts(model).join(' · ')}</p>
      {obstacle ? <p className={style.soft}>{obstacleSentence(t, obstacle, i18n.language)}</p> : null}
      {own ? (
        <DownloadProgress setup={setup} progress={own} />
      ) : (
        <div className={style.actions}>
          {isChosen || !isAllowed ? null : button('choose', () => void setup.choose(id))}
          {isStored || progress || !isAllowed
            ? null
            : button(storedBytes > 0 ? 'goOn' : 'download', () => void setup.agree(id))}
          {storedBytes > 0 ? button('remove', onRemove) : null}
        </div>
      )}
    </li>
  );
}

function useFacts({ bytes, isStored, storedBytes, speed }: PlannedModel): string[] {
  const { t, i18n } = useTranslation();
  const facts = [formatBytes(bytes, i18n.language)];
  if (isStored) facts.push(t('draft.model.dialog.here'));
  else if (storedBytes === 0) facts.push(t('draft.model.dialog.notHere'));
  else facts.push(t('draft.model.dialog.partly', { done: formatBytes(storedBytes, i18n.language) }));
  if (speed) {
    const times = formatTimes(speed.timesRealTime, i18n.language);
    facts.push(t(`draft.model.dialog.${speed.isMeasured ? 'measured' : 'predicted'}`, { times }));
  }
  return facts;
}
