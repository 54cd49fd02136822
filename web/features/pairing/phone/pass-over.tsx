import { useTranslation } from 'react-i18next';
import { useOwnerSignIn } from '#web/features/user/index.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Notice } from '#web/ui/notice.tsx';

type PassOverProps = {
  pairingId: string;
  /** Whether this device has unsent audio of the pairing; `unknown` until the list has been read. */
  left: 'unknown' | 'yes' | 'no';
  /** True once the server has the whole recording of this phone. */
  isSent: boolean;
  /** True if the pass was over, or of another pairing, before this screen was opened. */
  wasOver: boolean;
  /** True if the phone has joined another pairing meanwhile. This screen does not know what that pairing has unsent. */
  isReplaced: boolean;
};

/** Says on a phone without a sign-in whose pairing is over whether the recording was sent, and what to do. */
export function PassOver({ pairingId, left, isSent, wasOver, isReplaced }: PassOverProps) {
  const { t } = useTranslation();
  const signInHref = useOwnerSignIn(pairingId);
  if (left === 'yes')
    return (
      <Notice
        kind="warn"
        live="status"
        title={t('pairing.over.closed')}
        actions={
          signInHref === null ? null : (
            <LinkButton look="primary" href={signInHref}>
              {t('auth.signIn')}
            </LinkButton>
          )
        }
      >
        <p>{t('pairingPhone.pass.waits')}</p>
        {signInHref === null ? <p>{t('recording.passOver.signOut')}</p> : null}
      </Notice>
    );
  if (left === 'unknown') return null;
  if (signInHref === null && wasOver) return <UnknownNotice />;
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
      {isReplaced ? null : <p>{t('pairingPhone.pass.nothing')}</p>}
    </Notice>
  );
}

/** Says that this device does not belong to the pairing. Another person who signs in on it is told no more than that. */
export function UnknownNotice() {
  const { t } = useTranslation();
  return (
    <Notice
      kind="warn"
      title={t('pairingPhone.unknown.title')}
      actions={
        <LinkButton look="primary" href="/pair">
          {t('pairingPhone.unknown.action')}
        </LinkButton>
      }
    >
      <p>{t('pairingPhone.unknown.text')}</p>
    </Notice>
  );
}
