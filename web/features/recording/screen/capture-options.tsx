import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { Checkbox } from '#web/ui/checkbox.tsx';
import style from './before-recording.module.css';
import type { CaptureOptions, Recording } from '#web/features/recording/state/recording.rules.ts';

const switches = ['systemAudio', 'echoCancellation', 'noiseSuppression', 'autoGainControl'] as const;

export function CaptureSwitches({ recording }: { recording: Recording }) {
  const { t } = useTranslation();
  const { options } = useSnapshot(recording.state);
  return (
    <>
      <p className={style.soft}>{t('recording.options.text')}</p>
      <ul className={style.switches}>
        {switches.map((name) => (
          <li key={name}>
            <Checkbox
              isSelected={options[name]}
              onChange={(isOn) => void recording.setOptions({ [name]: isOn } as Partial<CaptureOptions>)}
            >
              {t(`recording.options.${name}`)}
              <span className={style.why}>{t(`recording.options.${name}Text`)}</span>
            </Checkbox>
          </li>
        ))}
      </ul>
    </>
  );
}
