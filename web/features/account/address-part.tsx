import { useTranslation } from 'react-i18next';
import { displayName, type User } from '#web/features/user/index.ts';
import { SendConfirmation } from '#web/parts/account/send-confirmation.tsx';
import { Notice } from '#web/ui/notice.tsx';
import style from './account.module.css';

type AddressPartProps = {
  user: Pick<User, 'firstName' | 'lastName' | 'username' | 'email' | 'isVerified'>;
};

export function AddressPart({ user }: AddressPartProps) {
  const { t } = useTranslation();
  return (
    <section className={style.part}>
      <h2>{t('auth.email')}</h2>
      <div>
        <p className={style.soft}>{displayName(user)}</p>
        <p className={style.address}>{user.email}</p>
      </div>
      {user.isVerified ? (
        <Notice kind="safe">
          <p>{t('account.address.confirmed')}</p>
        </Notice>
      ) : (
        <Notice kind="warn" title={t('account.address.open')} actions={<SendConfirmation />}>
          <p>{t('account.address.why')}</p>
        </Notice>
      )}
    </section>
  );
}
