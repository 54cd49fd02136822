import { useTranslation } from 'react-i18next';
import style from './trim-panel.module.css';

const keys = ['seek', 'zoom', 'select', 'cut', 'brackets', 'undo'] as const;

export function TrimHelp() {
  const { t } = useTranslation();
  return (
    <details className={style.help}>
      <summary>{t('trim.keys.title')}</summary>
      <ul className={style.keys}>
        {keys.map((key) => (
          <li key={key}>{t(`trim.keys.${key}`)}</li>
        ))}
      </ul>
    </details>
  );
}
