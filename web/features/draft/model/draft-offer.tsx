import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { formatBytes } from '#web/lib/format.ts';
import { useHasTag } from '#web/lib/domain-config.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useFocusKept } from '#web/ui/use-focus-kept.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { openDeviceModelsDialog } from './device-models.state.ts';
import style from './draft-offer.module.css';
import { draftSetup } from './draft-setup.ts';
import type { DraftSetup, DraftSetupState } from './draft-setup.state.ts';
import { DownloadProgress } from './download-progress.tsx';
import { modelName } from './model-words.ts';
import { NoModel } from './no-model.tsx';

type DraftOfferProps = { language: string; setup?: DraftSetup };

/**
 * Offers a draft on this device: asks before a large download, shows it, and says what hinders it. When the model is there,
 * it is one line with a switch.
 */
export function DraftOffer({ language, setup = draftSetup }: DraftOfferProps) {
  return useHasTag('preview') ? <Offer language={language} setup={setup} /> : null;
}

function Offer({ language, setup }: Required<DraftOfferProps>) {
  const { t } = useTranslation();
  const state = useSnapshot(setup.state) as DraftSetupState;
  const { status } = state;
  const panel = useFocusKept<HTMLElement>(status);
  useEffect(() => void setup.look(language), [setup, language]);
  if (status === 'unknown') return null;
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={style.offer}
      aria-label={t('draft.model.label')}
      data-status={status}
    >
      <Content setup={setup} state={state} />
      <VisuallyHidden live="polite">{status === 'ready' ? t('draft.model.ready') : ''}</VisuallyHidden>
    </section>
  );
}

type ContentProps = { setup: DraftSetup; state: DraftSetupState };

function Content({ setup, state }: ContentProps) {
  const { status, cause, progress } = state;
  switch (status) {
    case 'none':
      return cause ? (
        <NoModel cause={cause} onRetry={() => void setup.look()} modelsButton={<ModelsButton />} />
      ) : null;
    case 'ask':
      return <Question setup={setup} state={state} />;
    case 'downloading':
      return progress ? (
        <div className={style.card}>
          <DownloadProgress setup={setup} progress={progress} />
        </div>
      ) : null;
    case 'failed':
      return <Refused setup={setup} state={state} />;
    default:
      return <Switch setup={setup} state={state} />;
  }
}

function Question({ setup, state: { plan } }: ContentProps) {
  const { t, i18n } = useTranslation();
  const model = plan?.model;
  if (!model) return null;
  const load = { model: modelName(t, model), size: formatBytes(model.bytes, i18n.language) };
  return (
    <div className={style.card}>
      <p className={style.title}>{t('draft.model.offer.title')}</p>
      <p>{t('draft.model.offer.text')}</p>
      <p className={style.soft}>{t('draft.model.offer.load', load)}</p>
      <div className={style.actions}>
        <Button onPress={() => void setup.agree()}>
          {t(model.storedBytes > 0 ? 'draft.model.goOn' : 'draft.model.offer.agree')}
        </Button>
        <Button look="quiet" onPress={() => void setup.turnOff()}>
          {t('draft.model.offer.notNow')}
        </Button>
        <ModelsButton />
      </div>
    </div>
  );
}

function Refused({ setup, state: { refusal } }: ContentProps) {
  const { t } = useTranslation();
  if (!refusal) return null;
  const { reason } = refusal;
  return (
    <Notice
      kind="warn"
      live="status"
      title={t('draft.model.refusal.title')}
      actions={
        <>
          <Button onPress={() => void setup.agree()}>
            {t(reason === 'interrupted' ? 'draft.model.goOn' : 'shell.retry')}
          </Button>
          <Button look="quiet" onPress={() => void setup.turnOff()}>
            {t('draft.model.offer.notNow')}
          </Button>
          <ModelsButton />
        </>
      }
    >
      <p>{t(`draft.model.refusal.${reason}`)}</p>
      <p>{t('draft.model.refusal.recorded')}</p>
    </Notice>
  );
}

function Switch({ setup, state: { isOn, isKept, inUse, plan } }: ContentProps) {
  const { t, i18n } = useTranslation();
  const model = plan?.models.find(({ id }) => id === inUse);
  return (
    <>
      <div className={style.line}>
        <Checkbox
          isSelected={isOn}
          onChange={(isWanted) => void (isWanted ? setup.turnOn() : setup.turnOff())}
        >
          {t('draft.model.switch')}
          {model ? <span className={style.model}>{modelName(t, model)}</span> : null}
        </Checkbox>
        <ModelsButton />
      </div>
      {model && !isKept ? (
        <p className={style.soft}>
          {t('draft.model.perVisit', { size: formatBytes(model.bytes, i18n.language) })}
        </p>
      ) : null}
    </>
  );
}

function ModelsButton() {
  const { t } = useTranslation();
  return (
    <Button look="quiet" aria-label={t('draft.model.open')} onPress={openDeviceModelsDialog}>
      {t('draft.model.dialog.list')}
    </Button>
  );
}
