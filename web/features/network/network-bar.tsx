import { CloudOff, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { timings } from '#web/lib/time.ts';
import style from './network-bar.module.css';
import { networkState } from './network.state.ts';

/** The top bar for network problems: red when offline, amber when the server does not answer (§4: info bar types). */
export function NetworkBar() {
  const { t } = useTranslation();
  const { status } = useSnapshot(networkState);
  const seconds = Math.round(timings.networkCheckMs / 1000);
  return (
    <output aria-label={t('network.label')}>
      {status === 'ok' ? null : (
        <span className={style.bar} data-status={status}>
          {status === 'offline' ? (
            <WifiOff size={20} aria-hidden="true" />
          ) : (
            <CloudOff size={20} aria-hidden="true" />
          )}
          <span>{status === 'offline' ? t('network.offline') : t('network.unreachable', { seconds })}</span>
        </span>
      )}
    </output>
  );
}
