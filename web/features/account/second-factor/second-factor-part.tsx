import { useTranslation } from 'react-i18next';
import type { SecondFactor } from '#api/contract/second-factor.ts';
import { PasskeyImpossible } from '#web/parts/account/factor/passkey-impossible.tsx';
import { passkeyProblemHere } from '#web/parts/account/factor/passkeys.ts';
import { RetryNotice } from '#web/parts/page/retry-notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import style from '../account.module.css';
import { FactorList } from './factor-list.tsx';
import { FactorDialogs } from './factor-dialogs.tsx';
import { useSecondFactor, type FactorAct } from './second-factor.state.ts';

/** With so few recovery codes left, the page says that new ones are due. */
const fewCodes = 3;

/** The second factor of the own account: what there is of it, and what can be changed. */
export function SecondFactorPart() {
  const { t } = useTranslation();
  const steps = useSecondFactor();
  const { state } = steps;
  return (
    <section className={style.part}>
      <h2>{t('secondFactor.title')}</h2>
      <p>{t('secondFactor.text')}</p>
      {state.isError ? (
        <RetryNotice
          title={t('secondFactor.loadFailed')}
          error={state.error}
          isFetching={state.isFetching}
          onRetry={() => void state.refetch()}
        />
      ) : null}
      {state.data ? <Present state={state.data} onStart={steps.start} /> : null}
      {state.data ? <FactorDialogs state={state.data} steps={steps} /> : null}
    </section>
  );
}

function Present({ state, onStart }: { state: SecondFactor; onStart(act: FactorAct): void }) {
  const { t } = useTranslation();
  const problem = passkeyProblemHere(state.passkey_origin);
  const left = state.recovery_codes_left;
  return (
    <>
      <Notice kind={state.is_on ? 'safe' : 'info'} live="status">
        <p>{t(state.is_on ? 'secondFactor.on' : 'secondFactor.off')}</p>
      </Notice>
      {state.is_on ? <FactorList state={state} onStart={onStart} /> : null}
      {state.is_on && left <= fewCodes ? (
        <Notice kind="warn" title={t('secondFactor.codes.few', { count: left })}>
          <p>{t('secondFactor.codes.fewText')}</p>
        </Notice>
      ) : null}
      {problem ? <PasskeyImpossible problem={problem} origin={state.passkey_origin} /> : null}
      <div className={style.actions}>
        <Button onPress={() => onStart({ kind: 'totp' })}>
          {t(state.totp ? 'secondFactor.totp.change' : 'secondFactor.totp.add')}
        </Button>
        {problem ? null : (
          <Button onPress={() => onStart({ kind: 'passkey' })}>{t('secondFactor.passkey.add')}</Button>
        )}
        {state.is_on ? (
          <>
            <Button onPress={() => onStart({ kind: 'codes' })}>{t('secondFactor.codes.renew')}</Button>
            <Button look="danger" onPress={() => onStart({ kind: 'remove', what: 'all' })}>
              {t('secondFactor.turnOff')}
            </Button>
          </>
        ) : null}
      </div>
    </>
  );
}
