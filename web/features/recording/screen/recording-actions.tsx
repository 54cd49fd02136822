import { Check, Flag, Mic, Pause } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { spokenDuration } from '#web/lib/format.ts';
import { singleKeys } from '#web/parts/keys/single-keys.state.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import type { Recording } from '#web/features/recording/state/recording.rules.ts';
import style from './live-recording.module.css';

/** Length below which finishing asks for confirmation, s. */
const shortS = 3;

type RecordingActionsProps = { recording: Recording; onDevices(): void; onDiscard(): void };

export function RecordingActions({ recording, onDevices, onDiscard }: RecordingActionsProps) {
  const { t, i18n } = useTranslation();
  const { stage } = useSnapshot(recording.state);
  const { isOn: areLettersOn } = useSnapshot(singleKeys);
  const [asks, setAsks] = useState<'short' | 'throwAway' | null>(null);
  const finish = () => {
    setAsks(null);
    void recording.finish();
  };
  const isPaused = stage === 'paused';
  return (
    <section className={style.actions} aria-label={t('recording.actions.label')}>
      {stage === 'interrupted' ? null : (
        <Button
          className={style.main}
          look="secondary"
          onPress={isPaused ? recording.resume : recording.pause}
        >
          {isPaused ? (
            <span className={style.redDot} aria-hidden="true" />
          ) : (
            <Pause size={20} aria-hidden="true" />
          )}
          {t(isPaused ? 'recording.actions.resume' : 'recording.actions.pause')}
        </Button>
      )}
      <Button
        className={style.main}
        look={stage === 'interrupted' ? 'secondary' : 'primary'}
        onPress={() => (recording.state.positionS < shortS ? setAsks('short') : finish())}
      >
        <Check size={20} aria-hidden="true" /> {t('recording.actions.finish')}
      </Button>
      <div className={style.others}>
        <Button {...(areLettersOn ? { 'aria-keyshortcuts': 'M' } : {})} onPress={() => recording.mark()}>
          <Flag size={18} aria-hidden="true" /> {t('recording.actions.mark')}{' '}
          {areLettersOn ? <kbd>M</kbd> : null}
        </Button>
        <Button icon aria-label={t('recording.devices.title')} onPress={onDevices}>
          <Mic size={20} aria-hidden="true" />
        </Button>
        {stage === 'recording' ? null : (
          <Button look="quiet" onPress={() => setAsks('throwAway')}>
            {t('recording.actions.discard')}
          </Button>
        )}
      </div>
      <p className={style.keys}>{t(areLettersOn ? 'recording.actions.keys' : 'recording.actions.keysOff')}</p>
      <ConfirmDialog
        isOpen={asks === 'short'}
        title={t('recording.short.title')}
        confirmLabel={t('recording.short.confirm')}
        cancelLabel={t('recording.short.cancel')}
        onConfirm={finish}
        onCancel={() => setAsks(null)}
      >
        <p>{t('recording.short.text')}</p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asks === 'throwAway'}
        title={t('recording.throwAway.title')}
        confirmLabel={t('recording.throwAway.confirm')}
        cancelLabel={t('recording.throwAway.cancel')}
        danger
        onConfirm={() => {
          setAsks(null);
          onDiscard();
        }}
        onCancel={() => setAsks(null)}
      >
        <p>
          {t('recording.throwAway.text', {
            duration: spokenDuration(recording.state.positionS, i18n.language),
          })}
        </p>
      </ConfirmDialog>
    </section>
  );
}
