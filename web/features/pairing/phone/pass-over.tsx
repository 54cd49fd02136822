import { useTranslation } from 'react-i18next';
import { signInPath } from '#web/parts/page/guards.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Notice } from '#web/ui/notice.tsx';

type PassOverProps = {
  pairingId: string;
  /** Whether this device has unsent audio of the pairing; `unknown` until the list has been read. */
  left: 'unknown' | 'yes' | 'no';
  /** True once the server has the whole recording of this phone. */
  isSent: boolean;
};

/** Says on a phone without a sign-in whose pairing is over whether the recording was sent, and what to do. */
export function PassOver({ pairingId, left, isSent }: PassOverProps) {
  const { t } = useTranslation();
  if (left === 'yes')
    return (
      <Notice
        kind="warn"
        live="status"
        title={t('pairing.over.closed')}
        actions={
          <LinkButton look="primary" href={signInPath({ redirect: `/pair/${pairingId}` })}>
            {t('auth.signIn')}
          </LinkButton>
        }
      >
        <p>{t('pairingPhone.pass.waits')}</p>
      </Notice>
    );
  if (left === 'unknown') return null;
  if (isSent)
    return (
      <Notice kind="safe" live="status" title={t('pairingPhone.after.sent')}>
        <p>{t('pairingPhone.pass.sent')}</p>
      </Notice>
    );
  return (
    <Notice
      kind="info"
      live="status"
      title={t('pairing.over.closed')}
      actions={
        <LinkButton look="primary" href="/pair">
          {t('pairingPhone.over.again')}
        </LinkButton>
      }
    >
      <p>{t('pairingPhone.pass.nothing')}</p>
    </Notice>
  );
}
