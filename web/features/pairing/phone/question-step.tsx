import { Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { pairPath } from '#web/lib/pair-path.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { JoinFailure } from './join-failure.tsx';
import type { Join } from './join.state.ts';
import style from './pair-steps.module.css';
import { useWaitS } from './use-wait.ts';

/** Asks whether this phone shall record for the session. */
export function QuestionStep({ join }: { join: Join }) {
  const { t } = useTranslation();
  const { title, isBusy, failure, unsentOf } = useSnapshot(join.state);
  const waitS = useWaitS(failure?.problem.retryAtMs);
  return (
    <section className={style.step} aria-labelledby="pairing-question">
      <h2 id="pairing-question">
        {title === null ? t('pairingPhone.question.untitled') : t('pairingPhone.question.title', { title })}
      </h2>
      <p>{t(title === null ? 'pairingPhone.question.untitledText' : 'pairingPhone.question.text')}</p>
      {unsentOf === null ? null : (
        <Notice
          kind="warn"
          live="alert"
          title={t('pairingPhone.unsent.title')}
          actions={<LinkButton href={pairPath(unsentOf)}>{t('pairingPhone.unsent.open')}</LinkButton>}
        >
          <p>{t('pairingPhone.unsent.text')}</p>
        </Notice>
      )}
      <JoinFailure failure={failure} waitS={waitS} />
      <div className={style.actions}>
        <Button
          look="primary"
          className={style.main}
          isPending={isBusy}
          isDisabled={waitS > 0}
          onPress={() => void join.activate()}
        >
          <Smartphone size={20} aria-hidden="true" />{' '}
          {t(unsentOf === null ? 'pairingPhone.question.connect' : 'pairingPhone.unsent.connect')}
        </Button>
        <Button className={style.main} onPress={join.restart}>
          {t('shell.cancel')}
        </Button>
      </div>
    </section>
  );
}
