import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { formatBytes } from '#web/lib/format.ts';
import { useHasTag } from '#web/lib/domain-config.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useFocusHeld } from '#web/lib/use-focus-held.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import type { PlannedModel } from '#workers/preview/preview-models.client.ts';
import style from './device-models-dialog.module.css';
import { DeviceModelRow } from './device-model-row.tsx';
import { draftSetup } from './draft-setup.ts';
import type { DraftSetup, DraftSetupState } from './draft-setup.state.ts';
import { modelName, reasonSentences } from './model-words.ts';
import { NoModel } from './no-model.tsx';

type DeviceModelsDialogProps = { onClose(): void; setup?: DraftSetup };

/**
 * Lists the models of server and device, with what was measured, and lets the person fetch, choose and remove them. Where the
 * host has no drafts, it lists what is on the device, to remove it.
 */
export function DeviceModelsDialog({ onClose, setup = draftSetup }: DeviceModelsDialogProps) {
  const { t } = useTranslation();
  const state = useSnapshot(setup.state) as DraftSetupState;
  const isAllowed = useHasTag('preview');
  const [asked, setAsked] = useState<PlannedModel | null>(null);
  const [removed, setRemoved] = useState<PlannedModel | null>(null);
  const held = useFocusHeld<HTMLDivElement>();
  useEffect(() => void (isAllowed ? setup.look() : setup.list()), [setup, isAllowed]);
  const isGone =
    removed !== null &&
    !state.plan?.models.some(({ id, storedBytes }) => id === removed.id && storedBytes > 0);
  // The question returns the focus to its button a frame later, and the button may be gone by then.
  useEffect(() => {
    if (!isGone) return;
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) held.ref.current?.focus({ preventScroll: true });
    }, 100);
    return () => clearTimeout(timer);
  }, [isGone, held.ref]);
  const remove = async (model: PlannedModel) => {
    setAsked(null);
    await setup.remove(model.id);
    setRemoved(model);
  };
  return (
    <>
      <Dialog
        isOpen
        onClose={onClose}
        title={t('draft.model.open')}
        footer={<Button onPress={onClose}>{t('shell.close')}</Button>}
      >
        <div {...held} className={style.content}>
          <p>{t('draft.model.dialog.lead')}</p>
          {isAllowed ? <Choice setup={setup} state={state} /> : <p>{t('draft.model.dialog.host')}</p>}
          <Refusal state={state} />
          <Models setup={setup} state={state} isAllowed={isAllowed} onRemove={setAsked} />
          <Facts state={state} isAllowed={isAllowed} />
          <VisuallyHidden live="polite">
            {isGone ? t('draft.model.dialog.removed', { model: modelName(t, removed) }) : ''}
          </VisuallyHidden>
        </div>
      </Dialog>
      <RemoveQuestion model={asked} onRemove={remove} onCancel={() => setAsked(null)} />
    </>
  );
}

type StateProps = { state: DraftSetupState };

/** Shows the switch of drafts, which model is chosen, and why. */
function Choice({ setup, state: { isOn, plan, inUse, choice, cause } }: StateProps & { setup: DraftSetup }) {
  const { t, i18n } = useTranslation();
  if (cause) return <NoModel cause={cause} onRetry={() => void setup.look()} />;
  if (!plan?.model) return null;
  const used = plan.models.find(({ id }) => id === inUse);
  return (
    <div className={style.choice}>
      <Checkbox isSelected={isOn} onChange={(isWanted) => void (isWanted ? setup.turnOn() : setup.turnOff())}>
        {t('draft.model.switch')}
      </Checkbox>
      <p>
        <strong>{modelName(t, plan.model)}.</strong> {reasonSentences(t, plan, i18n.language).join(' ')}
      </p>
      {used && used.id !== plan.model.id ? (
        <p className={style.soft}>
          {t('draft.model.dialog.inUse', { model: modelName(t, used), chosen: modelName(t, plan.model) })}
        </p>
      ) : null}
      {choice === null ? null : (
        <div>
          <Button onPress={() => void setup.choose(null)}>{t('draft.model.dialog.automatic')}</Button>
        </div>
      )}
    </div>
  );
}

function Refusal({ state: { refusal } }: StateProps) {
  const { t } = useTranslation();
  return refusal ? (
    <Notice kind="warn" live="status" title={t('draft.model.refusal.title')}>
      <p>{t(`draft.model.refusal.${refusal.reason}`)}</p>
    </Notice>
  ) : null;
}

type ModelsProps = StateProps & {
  setup: DraftSetup;
  isAllowed: boolean;
  onRemove(model: PlannedModel): void;
};

function Models({ setup, state, isAllowed, onRemove }: ModelsProps) {
  const { t } = useTranslation();
  const { plan, progress } = state;
  const models = plan?.models.filter(({ storedBytes }) => isAllowed || storedBytes > 0) ?? [];
  if (!plan || models.length === 0) return null;
  return (
    <ul className={style.models} aria-label={t('draft.model.dialog.list')}>
      {models.map((model) => (
        <DeviceModelRow
          key={model.id}
          setup={setup}
          model={model}
          isAllowed={isAllowed}
          isChosen={isAllowed && plan.model?.id === model.id}
          progress={progress}
          onRemove={() => onRemove(model)}
        />
      ))}
    </ul>
  );
}

/** Shows the size of all stored models, whether the browser may delete them, and whether processor or graphics card ran the model last. */
function Facts({
  state: { plan, isUnreachable, isPersistent, backend },
  isAllowed,
}: StateProps & { isAllowed: boolean }) {
  const { t, i18n } = useTranslation();
  const bytes = plan?.models.reduce((sum, { storedBytes }) => sum + storedBytes, 0) ?? 0;
  const hasFailed = backend?.reason === 'gpu_lost' || backend?.reason === 'gpu_failed';
  return (
    <div className={style.soft}>
      {isAllowed && plan && isUnreachable ? <p>{t('draft.model.dialog.offline')}</p> : null}
      {bytes > 0 ? (
        <p>
          {t('draft.model.dialog.together', { size: formatBytes(bytes, i18n.language) })}{' '}
          {isPersistent === null
            ? null
            : t(`draft.model.dialog.${isPersistent ? 'persistent' : 'notPersistent'}`)}
        </p>
      ) : null}
      {backend ? <p>{t(`draft.model.dialog.backend.${hasFailed ? 'failed' : backend.backend}`)}</p> : null}
    </div>
  );
}

type RemoveQuestionProps = {
  model: PlannedModel | null;
  onRemove(model: PlannedModel): Promise<void>;
  onCancel(): void;
};

function RemoveQuestion({ model, onRemove, onCancel }: RemoveQuestionProps) {
  const { t, i18n } = useTranslation();
  if (!model) return null;
  const name = { model: modelName(t, model) };
  return (
    <ConfirmDialog
      isOpen
      title={t('draft.model.dialog.removeTitle', name)}
      confirmLabel={t('draft.model.dialog.short.remove')}
      cancelLabel={t('shell.cancel')}
      danger
      onConfirm={() => void onRemove(model)}
      onCancel={onCancel}
    >
      <p>{t('draft.model.dialog.removeText', { size: formatBytes(model.storedBytes, i18n.language) })}</p>
    </ConfirmDialog>
  );
}
