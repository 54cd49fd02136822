import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select } from '#web/ui/select.tsx';
import style from './before-recording.module.css';
import { CaptureSwitches } from './capture-options.tsx';
import { LevelMeter } from '#web/features/recording/monitor/level-meter.tsx';
import type { Recording } from '#web/features/recording/state/recording.rules.ts';

/** Lets the person choose a microphone. Browsers give the names of microphones only after permission is granted. */
export function MicrophoneChoice({ recording }: { recording: Recording }) {
  const { t } = useTranslation();
  const { devices, deviceId } = useSnapshot(recording.state);
  const isKnown = devices.some(({ id }) => id === deviceId);
  const named = devices.map(({ id, label }, index) => ({
    key: id,
    label: label || t('recording.before.unnamed', { number: index + 1 }),
  }));
  const standard = { key: '', label: t('recording.before.defaultDevice') };
  return (
    <Select
      label={t('recording.before.microphone')}
      options={isKnown ? named : [standard, ...named]}
      value={isKnown ? (deviceId ?? '') : ''}
      onChange={(id) => id !== '' && void recording.chooseDevice(id)}
    />
  );
}

type MicrophoneDialogProps = { recording: Recording; isOpen: boolean; isRecording: boolean; onClose(): void };

export function MicrophoneDialog({ recording, isOpen, isRecording, onClose }: MicrophoneDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('recording.devices.title')}>
      <div className={style.choice}>
        {isRecording ? <p>{t('recording.devices.text')}</p> : null}
        <MicrophoneChoice recording={recording} />
        <LevelMeter recording={recording} />
        <CaptureSwitches recording={recording} />
      </div>
      <Button look="primary" onPress={onClose}>
        {t('recording.devices.done')}
      </Button>
    </Dialog>
  );
}
