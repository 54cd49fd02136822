import { useTranslation } from 'react-i18next';
import style from './account.module.css';

/** Says where to change what another provider keeps. */
export function ExternalPart() {
  const { t } = useTranslation();
  return (
    <section className={style.part}>
      <h2>{t('account.external.title')}</h2>
      <p>{t('account.external.text')}</p>
      <p>{t('account.external.close')}</p>
    </section>
  );
}
