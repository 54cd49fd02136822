import {
  Ban,
  CirclePause,
  CircleStop,
  CloudOff,
  KeyRound,
  RefreshCw,
  ServerOff,
  WifiLow,
  WifiOff,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { timings } from '#web/lib/time.ts';
import { Button } from '#web/ui/button.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import type { ConnectionState } from '#workers/send/connection.contract.ts';
import style from './network-bar.module.css';
import { isCircuitOpen, networkTrouble, speechAfter, troubleTone } from './network.rules.ts';
import type { NetworkSpeech, NetworkTrouble } from './network.rules.ts';
import { networkState, resumeSending, retryNow, stopSending } from './network.state.ts';
import type { NetworkState } from './network.state.ts';
import { secondsLeft } from '#web/parts/connection/sending.rules.ts';
import { useFocusHeld } from '#web/lib/use-focus-held.ts';
import { useNow } from '#web/lib/use-now.ts';

type Trouble = Exclude<NetworkTrouble, null>;

const icons = {
  offline: WifiOff,
  unreachable: CloudOff,
  down: ServerOff,
  blocked: Ban,
  unstable: WifiLow,
  testing: RefreshCw,
  retrying: RefreshCw,
  paused: CirclePause,
  stopped: CircleStop,
  signIn: KeyRound,
};

/** Returns what is wrong with the connection; null if nothing is. */
export function useNetworkTrouble(): NetworkTrouble {
  const { status, connection, isProviderAway } = useSnapshot(networkState) as NetworkState;
  return networkTrouble(status, connection, isProviderAway);
}

/** Network problems in the info bar (§4): the problem, its effect on a recording, and the actions. */
export function NetworkBar() {
  const { t } = useTranslation();
  const { connection, recording } = useSnapshot(networkState) as NetworkState;
  const trouble = useNetworkTrouble();
  const held = useFocusHeld<HTMLOutputElement>();
  return (
    <>
      <Spoken trouble={trouble} />
      {/* Not live: the countdown would be announced each second. `Spoken` announces the news. */}
      <output {...held} aria-label={t('network.label')} aria-live="off">
        {trouble ? <Bar trouble={trouble} connection={connection} recording={recording} /> : null}
      </output>
    </>
  );
}

type BarProps = { trouble: Trouble; connection: ConnectionState; recording: NetworkState['recording'] };

function Bar({ trouble, connection, recording }: BarProps) {
  const { t } = useTranslation();
  const count = secondsLeft(connection, useNow(trouble === 'retrying' || trouble === 'paused'));
  const attempt = 'attempt' in connection ? connection.attempt : 0;
  const seconds = Math.round(timings.networkCheckMs / 1000);
  const Icon = icons[trouble];
  // A wait that has reached zero counts as the next try.
  const said = count === 0 ? 'testing' : trouble;
  return (
    <span className={style.bar} data-trouble={trouble} data-tone={troubleTone(trouble)}>
      <Icon className={style.icon} size={20} aria-hidden="true" />
      <span>
        {t(`network.bar.${said}`, { attempt, seconds, count: count ?? 0, host: location.host })}
        {recording ? ` ${t(`network.safe.${recording === 'saved' ? 'recording' : 'unsaved'}`)}` : null}
      </span>
      <Actions connection={connection} />
    </span>
  );
}

function Actions({ connection }: { connection: ConnectionState }) {
  const { t } = useTranslation();
  if (connection.status === 'stopped') {
    return <Button onPress={resumeSending}>{t('network.resume')}</Button>;
  }
  if (!isCircuitOpen(connection, timings.uploadRetryDelaysMs.length)) return null;
  return (
    <>
      <Button onPress={retryNow} isPending={connection.status === 'testing'}>
        {t('network.retryNow')}
      </Button>
      <Button onPress={stopSending}>{t('network.stop')}</Button>
    </>
  );
}

/** Announces each new problem and its end once, not each try or second. */
function Spoken({ trouble }: { trouble: NetworkTrouble }) {
  const { t } = useTranslation();
  const [speech, setSpeech] = useState<NetworkSpeech>(() => speechAfter(null, trouble));
  const next = speechAfter(speech, trouble);
  if (next !== speech) setSpeech(next);
  const seconds = Math.round(timings.networkCheckMs / 1000);
  return (
    <VisuallyHidden live="polite">{next ? t(`network.spoken.${next}`, { seconds }) : ''}</VisuallyHidden>
  );
}
