import { useTranslation } from 'react-i18next';
import { formatClock } from '#web/lib/format.ts';
import { useIsPairingQuick } from '#web/parts/account/quick-pairing.ts';
import { QrCode } from '#web/ui/qr-code.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { groupedCode, spelled } from '#web/features/pairing/link/code-words.rules.ts';
import style from './pair-dialog.module.css';

type PairCodeProps = { code: string; address: string; leftMs: number };

/** Shows the code to scan, and the same to type. */
export function PairCode({ code, address, leftMs }: PairCodeProps) {
  const { t } = useTranslation();
  const isQuick = useIsPairingQuick();
  return (
    <>
      <p>{t('pairing.code.scan')}</p>
      <p>{t(isQuick ? 'pairing.code.quick' : 'pairing.code.signIn')}</p>
      <div className={style.code}>
        <QrCode text={address} label={t('pairing.code.qr', { address: placeOf(address) })} />
        <dl className={style.typed}>
          <dt>{t('pairing.code.address')}</dt>
          <dd className={style.place}>{placeOf(address)}</dd>
          <dt>{t('pairing.code.label')}</dt>
          <dd>
            <span className={style.letters} aria-hidden="true">
              {groupedCode(code)}
            </span>
            <VisuallyHidden>{spelled(code)}</VisuallyHidden>
          </dd>
          <dt>{t('pairing.code.left')}</dt>
          <dd className={style.left}>
            <span role="timer">{formatClock(Math.ceil(leftMs / 1000))}</span>
          </dd>
        </dl>
      </div>
    </>
  );
}

/** Returns what a person types into the browser of the phone. */
function placeOf(address: string): string {
  const { host, pathname } = new URL(address);
  return host + pathname;
}
