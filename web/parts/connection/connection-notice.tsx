import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { NoticeKind } from '#web/ui/notice.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import type { ConnectionState } from '#workers/send/connection.contract.ts';
import type { SendState } from '#workers/send/send.contract.ts';
import style from './connection-notice.module.css';
import { isCutOff } from './connection.rules.ts';
import { secondsLeft, stalledForS } from './sending.rules.ts';
import { useFocusHeld } from '#web/lib/use-focus-held.ts';
import { useNow } from '#web/lib/use-now.ts';

export type ConnectionNoticeProps = {
  send: SendState;
  /**
   * Where the audio is safe meanwhile. `file`: in the chosen file. `recording`: on this device, while recording. `recorded`: on
   * this device, after recording. `unsaved`: in the memory of this tab only.
   */
  safe: 'file' | 'recording' | 'recorded' | 'unsaved';
  onRetryNow(): void;
  onStop(): void;
  onResume(): void;
  /** More buttons that are shown while the server is unreachable, such as saving the audio as a file. */
  actions?: React.ReactNode;
};

/**
 * Says why sending has stopped, with attempts and seconds, and offers the possible actions. It is empty while sending
 * works. It is no live region, because the network bar announces the same.
 */
export function ConnectionNotice(props: ConnectionNoticeProps) {
  const { t } = useTranslation();
  const { send } = props;
  const { connection } = send;
  const nowMs = useNow(!send.isDone);
  const stalledS = stalledForS(send, nowMs);
  const isQuiet = connection.status === 'ok' && stalledS === null;
  const held = useFocusHeld<HTMLDivElement>();
  return (
    <div {...held} className={isQuiet ? style.quiet : undefined}>
      {stalledS !== null ? (
        <Stalled seconds={stalledS} onRetryNow={props.onRetryNow} />
      ) : connection.status === 'unstable' ? (
        <Notice kind="warn">
          <p>{t('network.notice.unstable')}</p>
        </Notice>
      ) : connection.status === 'ok' ? null : (
        <CutOff {...props} connection={connection} nowMs={nowMs} />
      )}
      <VisuallyHidden live="polite">{stalledS === null ? '' : t('network.spoken.stalled')}</VisuallyHidden>
    </div>
  );
}

/** Says that sending makes no progress for an unknown reason (§8). */
function Stalled({ seconds, onRetryNow }: { seconds: number; onRetryNow(): void }) {
  const { t } = useTranslation();
  return (
    <Notice kind="warn" actions={<Button onPress={onRetryNow}>{t('network.restart')}</Button>}>
      <p>{t('network.stalled', { count: seconds })}</p>
    </Notice>
  );
}

type CutOffProps = ConnectionNoticeProps & { connection: ConnectionState; nowMs: number };

function CutOff({ connection, nowMs, safe, actions, ...on }: CutOffProps) {
  const { t } = useTranslation();
  const { status } = connection;
  const kind: NoticeKind = status === 'paused' || status === 'offline' ? 'error' : 'warn';
  return (
    <Notice
      kind={kind}
      actions={
        <>
          {status === 'stopped' ? (
            <Button onPress={on.onResume}>{t('network.resume')}</Button>
          ) : (
            // During a try the button is pending. If it disappeared, a finger that is about to press it would miss it.
            <Button onPress={on.onRetryNow} isPending={status === 'testing'}>
              {t('network.retryNow')}
            </Button>
          )}
          {status === 'stopped' || status === 'offline' ? null : (
            <Button onPress={on.onStop}>{t('network.stop')}</Button>
          )}
          {isCutOff(connection) ? actions : null}
        </>
      }
    >
      <p>
        <Reason connection={connection} nowMs={nowMs} />
      </p>
      <p>{t(`network.safe.${safe}`)}</p>
    </Notice>
  );
}

function Reason({ connection, nowMs }: { connection: ConnectionState; nowMs: number }) {
  const { t } = useTranslation();
  const count = secondsLeft(connection, nowMs);
  switch (connection.status) {
    case 'retrying':
    case 'paused':
    case 'testing': {
      const { attempt, status } = connection;
      if (attempt === 0) return t('network.notice.testing');
      // A wait that has reached zero counts as the next try.
      if (status === 'testing' || count === 0) return t('network.notice.trying', { attempt });
      return t(`network.notice.${status}`, { attempt, count: count ?? 0 });
    }
    case 'offline':
    case 'stopped':
      return t(`network.notice.${connection.status}`);
    default:
      return null;
  }
}
