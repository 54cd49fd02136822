import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import style from './live-recording.module.css';
import type { Recording } from '#web/features/recording/state/recording.rules.ts';

export function InterruptedNotice({ recording }: { recording: Recording }) {
  const { t } = useTranslation();
  const { devices } = useSnapshot(recording.state);
  return (
    <Notice kind="error" title={t('recording.interrupted.title')}>
      <p>{t('recording.interrupted.text')}</p>
      {devices.length === 0 ? (
        <p>{t('recording.interrupted.none')}</p>
      ) : (
        <ul className={style.devices} aria-label={t('recording.before.microphone')}>
          {devices.map(({ id, label }, index) => (
            <li key={id} className={style.device}>
              <span id={`microphone-${index}`} className={style.deviceName}>
                {label || t('recording.before.unnamed', { number: index + 1 })}
              </span>
              <Button
                look={index === 0 ? 'primary' : 'secondary'}
                aria-describedby={`microphone-${index}`}
                onPress={() => void recording.chooseDevice(id)}
              >
                {t('recording.interrupted.goOn')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
