import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { spelled } from '#web/features/pairing/link/code-words.rules.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import type { Join } from './join.state.ts';
import style from './pair-steps.module.css';

/** Shows the number that the other screen shows too, until somebody there has compared them. */
export function CompareStep({ join }: { join: Join }) {
  const { t } = useTranslation();
  const { title, verificationCode, link } = useSnapshot(join.state);
  return (
    <section className={style.step} aria-labelledby="pairing-compare">
      <h2 id="pairing-compare">{t('pairingPhone.compare.title')}</h2>
      {verificationCode === null ? null : (
        <p className={style.number}>
          <span aria-hidden="true">{verificationCode}</span>
          <VisuallyHidden>{spelled(verificationCode)}</VisuallyHidden>
        </p>
      )}
      <p>{title === null ? t('pairingPhone.compare.untitled') : t('pairingPhone.compare.text', { title })}</p>
      <output className={style.waiting}>
        <Spinner size={20} /> {t('pairingPhone.compare.waiting')}
      </output>
      {link === 'lost' ? (
        <Notice kind="warn" live="status">
          <p>{t('pairingPhone.compare.lost')}</p>
        </Notice>
      ) : null}
      <Button className={style.main} onPress={join.restart}>
        {t('shell.cancel')}
      </Button>
    </section>
  );
}
