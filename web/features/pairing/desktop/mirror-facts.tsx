import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { formatBytes, formatPercent } from '#web/lib/format.ts';
import type { Desk } from './desk.ts';
import style from './mirror-panel.module.css';

/** Charge below which the battery is a caution, 0 to 1. */
const lowCharge = 0.15;

/** Battery and network of the phone, and how much of the recording lies where. */
export function MirrorFacts({ desk }: { desk: Desk }) {
  const { t, i18n } = useTranslation();
  const { battery, network, parts } = useSnapshot(desk.state).mirror;
  if (!battery && !network && !parts) return null;
  const { language } = i18n;
  const isLow = battery !== null && !battery.charging && battery.charge < lowCharge;
  return (
    <dl className={style.facts}>
      {battery ? (
        <div data-low={isLow || undefined}>
          <dt>{t('pairing.fact.battery')}</dt>
          <dd>
            {[
              formatPercent(battery.charge, language),
              ...(battery.charging ? [t('pairing.fact.charging')] : []),
              ...(isLow ? [t('pairing.fact.low')] : []),
            ].join(', ')}
          </dd>
        </div>
      ) : null}
      {network ? (
        <div>
          <dt>{t('pairing.fact.network')}</dt>
          <dd>
            {t(`pairing.fact.${network.is_sending ? 'sending' : network.is_online ? 'online' : 'offline'}`)}
          </dd>
        </div>
      ) : null}
      {parts ? (
        <div>
          <dt>{t('pairing.fact.parts')}</dt>
          <dd>
            {t('pairing.fact.bytes', {
              sent: formatBytes(parts.sent_bytes, language),
              stored: formatBytes(parts.stored_bytes, language),
            })}
          </dd>
        </div>
      ) : null}
    </dl>
  );
}
