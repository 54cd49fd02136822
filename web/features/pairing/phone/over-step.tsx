import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { Join } from './join.state.ts';
import style from './pair-steps.module.css';

/** Says that the pairing ended before the phone was connected. */
export function OverStep({ join }: { join: Join }) {
  const { t } = useTranslation();
  const { ended } = useSnapshot(join.state);
  const how = ended ?? 'gone';
  return (
    <section className={style.step} aria-label={t('pairingPhone.title')}>
      <Notice
        kind={how === 'refused' ? 'error' : 'warn'}
        live="alert"
        title={how === 'gone' ? t('pairingPhone.unknown.title') : t(`pairing.over.${how}`)}
      >
        {how === 'gone' ? <p>{t('pairingPhone.unknown.text')}</p> : null}
        <p>{t('pairingPhone.over.text')}</p>
      </Notice>
      <Button look="primary" className={style.main} onPress={join.restart}>
        {t('pairingPhone.over.again')}
      </Button>
    </section>
  );
}
