import { Link2, Link2Off, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { proxy, useSnapshot } from 'valtio';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PairingEnded } from './pairing-ended.tsx';
import type { PhonePairing, PhonePairingState } from './phone-pairing.state.ts';
import { RecordingClosed } from './recording-closed.tsx';
import style from './phone-status.module.css';

type Link = Pick<PhonePairingState, 'link' | 'isReached' | 'isDesktopThere' | 'ended' | 'hadUnsent'>;

const notOpen = proxy<Link>({
  link: 'connecting',
  isReached: true,
  isDesktopThere: true,
  ended: null,
  hadUnsent: false,
});

type PhoneStatusProps = {
  /** Null before the pairing is open. The line is shown from the start, so that nothing below it moves. */
  phone: PhonePairing | null;
  /** True while this phone has a recording that goes on. */
  isLive: boolean;
  /** True while this phone has audio of the pairing that the server does not have. */
  isUnsent: boolean;
  isGuest: boolean;
};

/** Shows whether the other screen sees this phone, and which of its commands were not carried out. */
export function PhoneStatus({ phone, isLive, isUnsent, isGuest }: PhoneStatusProps) {
  const { t } = useTranslation();
  const state = useSnapshot<Link>(phone ? phone.state : notOpen);
  const { ended, hadUnsent } = state;
  const shown = statusOf(state);
  const Icon = shown === 'there' ? Link2 : Link2Off;
  return (
    <>
      {ended === null ? (
        <output className={style.line} data-status={shown}>
          <Icon size={18} aria-hidden="true" /> {t(`pairingPhone.recorder.link.${shown}`)}
        </output>
      ) : ended === 'finished' ? (
        // Otherwise the phone itself has completed the recording, and the recorder says so.
        hadUnsent && isUnsent ? (
          <RecordingClosed isLive={isLive} isGuest={isGuest} />
        ) : null
      ) : (
        <PairingEnded isLive={isLive} isGuest={isGuest} />
      )}
      {phone ? <Refused phone={phone} /> : null}
    </>
  );
}

function statusOf({ link, isReached, isDesktopThere }: Link) {
  if (link === 'lost' || !isReached) return 'lost';
  if (link === 'connecting') return 'connecting';
  return isDesktopThere ? 'there' : 'away';
}

function Refused({ phone }: { phone: PhonePairing }) {
  const { t } = useTranslation();
  const { refused } = useSnapshot(phone.state);
  if (!refused) return null;
  const { problem } = refused;
  const command = t(`pairing.command.${refused.command}`);
  return (
    <div className={style.refused}>
      <Notice kind="warn" live="alert">
        <p className={style.sentence}>
          {t(problem === 'late' ? 'pairingPhone.recorder.late' : 'pairingPhone.recorder.refused', {
            command,
          })}
        </p>
        {problem === 'late' ? null : <p>{errorSentence(t, problem)}</p>}
      </Notice>
      <Button
        icon
        look="quiet"
        className={style.dismiss}
        aria-label={t('pairingPhone.recorder.dismiss')}
        onPress={phone.dismiss}
      >
        <X size={18} aria-hidden="true" />
      </Button>
    </div>
  );
}
