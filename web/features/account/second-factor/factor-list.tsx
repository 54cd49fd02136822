import { useTranslation } from 'react-i18next';
import type { SecondFactor } from '#api/contract/second-factor.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import style from '../account.module.css';
import type { FactorAct } from './second-factor.state.ts';

type FactorListProps = { state: SecondFactor; onStart(act: FactorAct): void };

/** The app and the passkeys of the account, and how many recovery codes are left. */
export function FactorList({ state, onStart }: FactorListProps) {
  const { t } = useTranslation();
  return (
    <ul className={style.list} aria-label={t('secondFactor.title')}>
      {state.totp ? (
        <FactorRow
          name={t('secondFactor.totp.name')}
          times={state.totp}
          onRemove={() => onStart({ kind: 'remove', what: 'totp' })}
        />
      ) : null}
      {state.passkeys.map((passkey) => (
        <FactorRow
          key={passkey.id}
          name={t('secondFactor.passkey.name', { name: passkey.name })}
          times={passkey}
          note={passkey.is_usable ? null : t('secondFactor.passkey.former')}
          onRemove={() => onStart({ kind: 'remove', what: { passkey: passkey.id } })}
        />
      ))}
      <li>
        <div>
          <p>{t('secondFactor.codes.title')}</p>
          <p className={style.soft}>{t('secondFactor.codes.left', { count: state.recovery_codes_left })}</p>
        </div>
      </li>
    </ul>
  );
}

type FactorRowProps = {
  name: string;
  times: { created_at: string; used_at: string | null };
  note?: string | null;
  onRemove(): void;
};

function FactorRow({ name, times, note = null, onRemove }: FactorRowProps) {
  const { t, i18n } = useTranslation();
  const { created_at: created, used_at: used } = times;
  return (
    <li>
      <div>
        <p>{name}</p>
        <p className={style.soft}>
          {t('secondFactor.since', { when: formatDateTime(created, i18n.language) })}
        </p>
        <p className={style.soft}>
          {used
            ? t('secondFactor.used', { when: formatDateTime(used, i18n.language) })
            : t('secondFactor.unused')}
        </p>
        {note ? <p>{note}</p> : null}
      </div>
      <Button aria-label={t('secondFactor.removeName', { name })} onPress={onRemove}>
        {t('secondFactor.remove')}
      </Button>
    </li>
  );
}
