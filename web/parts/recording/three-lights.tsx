import { CircleCheck, CircleDashed, CircleDot } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import style from './three-lights.module.css';

export type Light = 'yes' | 'partly' | 'no';
export type ThreeLightsState = {
  recorded: Light;
  device?: Light;
  server: Light;
};

const icons = { yes: CircleCheck, partly: CircleDot, no: CircleDashed };
const names = ['recorded', 'device', 'server'] as const;

export function ThreeLights(lights: ThreeLightsState) {
  const { t } = useTranslation();
  return (
    <ul className={style.lights} aria-label={t('recording.lights.label')}>
      {names.map((name) => {
        const light = lights[name];
        if (!light) return null;
        const Icon = icons[light];
        return (
          <li key={name} className={style.light} data-light={light} data-name={name}>
            <Icon size={18} aria-hidden="true" />
            <span>{t(`recording.lights.${name}`)}</span>
            <span className={style.spoken}>: {t(`recording.lights.${light}`)}</span>
          </li>
        );
      })}
    </ul>
  );
}
