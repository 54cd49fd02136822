import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { userState } from '#web/features/user/index.ts';
import { Button } from '#web/ui/button.tsx';
import style from './draft-offer.module.css';
import type { DraftCause } from './draft-setup.rules.ts';

/** The smallest real model. */
const command = 'npm run models -- whisper-tiny';

/** Says why there is no draft on this device. Who administers the server reads what to do. */
type NoModelProps = {
  cause: DraftCause;
  onRetry(): void;
  /** Leads to the list of models, where it is not shown already. */
  modelsButton?: React.ReactNode;
};

export function NoModel({ cause, onRetry, modelsButton }: NoModelProps) {
  const { t } = useTranslation();
  const { user } = useSnapshot(userState);
  return (
    <div className={style.actions}>
      <p className={style.soft}>{t(`draft.model.cause.${cause}`)}</p>
      {cause === 'unreachable' ? (
        <Button look="quiet" onPress={onRetry}>
          {t('shell.retry')}
        </Button>
      ) : null}
      {cause === 'none_fits' ? modelsButton : null}
      {cause === 'none_offered' && user?.isSuperuser ? (
        <p className={style.soft}>
          {t('draft.model.cause.admin')} <code className={style.command}>{command}</code>
        </p>
      ) : null}
    </div>
  );
}
