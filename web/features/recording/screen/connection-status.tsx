import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { ConnectionNotice } from '#web/parts/connection/connection-notice.tsx';
import { isCutOff } from '#web/parts/connection/connection.rules.ts';
import { SendParts } from '#web/parts/connection/send-parts.tsx';
import { isLive } from '#web/features/recording/state/recording-stage.rules.ts';
import type { Recording, SendState } from '#web/features/recording/state/recording.rules.ts';
import { SaveButton } from './save-button.tsx';

export function ConnectionStatus({ recording }: { recording: Recording }) {
  const { t } = useTranslation();
  const { send, stage, storage, overflowBytes, bytes } = useSnapshot(recording.state);
  if (!send) return null;
  const isUnsaved = storage?.kind === 'memory' || overflowBytes !== null;
  const safe = isUnsaved ? 'unsaved' : isLive(stage) ? 'recording' : 'recorded';
  return (
    <>
      <ConnectionNotice
        send={send as SendState}
        safe={safe}
        onRetryNow={recording.retryNow}
        onStop={recording.stopSending}
        onResume={recording.resumeSending}
        actions={isCutOff(send.connection) ? <SaveButton recording={recording} /> : null}
      />
      <SendParts
        send={send as SendState}
        label={t('recording.sent')}
        bytesKnown={bytes}
        isCompleting={stage === 'completing'}
      />
    </>
  );
}
