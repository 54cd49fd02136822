import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#api/contract/limits.ts';
import { ConnectionNotice } from '#web/parts/connection/connection-notice.tsx';
import { SendParts } from '#web/parts/connection/send-parts.tsx';
import { useConnectionReport } from '#web/features/network/index.ts';
import { SoundRuler } from '#web/features/player/index.ts';
import { Button } from '#web/ui/button.tsx';
import type { SendState } from '#workers/send/send.contract.ts';
import { PassProgress } from '#web/features/upload/file/pass-progress.tsx';
import style from '#web/features/upload/file/pass-progress.module.css';
import { SaveResult } from './save-result.tsx';
import { partCells } from './part-cells.rules.ts';
import type { UploadState } from '#web/features/upload/upload.rules.ts';
import type { Upload } from '#web/features/upload/upload.state.ts';

type UploadSending = Pick<
  Upload,
  'state' | 'result' | 'cancel' | 'retryNow' | 'stopSending' | 'resumeSending'
>;
type SendingProgressProps = { upload: UploadSending; state: UploadState };

export function SendingProgress({ upload, state }: SendingProgressProps) {
  const { t } = useTranslation();
  const { analysis, sending, stage, problem, file } = state;
  const cells = useMemo(() => (sending && stage !== 'encoding' ? partCells(sending) : []), [sending, stage]);
  const peaks = useMemo(
    () => (analysis ? { pairs: analysis.peaks, rate: limits.peaksRate } : null),
    [analysis],
  );
  return (
    <>
      <SoundRuler
        label={t('player.ruler', { title: file?.name ?? '' })}
        durationS={analysis?.durationS ?? 0}
        peaks={peaks}
        speech={analysis?.speech ?? null}
        verdict={analysis?.verdict ?? null}
        cells={cells}
      />
      {problem ? null : stage === 'encoding' ? (
        <PassProgress state={state} onCancel={upload.cancel} />
      ) : sending && stage !== 'done' ? (
        <Parts upload={upload} send={sending} isSending={stage === 'sending'} />
      ) : null}
      {/* `done` means that the digest of the server matches that of this page. Only then may the tab be closed. */}
      {problem ? null : <p>{t(stage === 'done' ? 'session.status.mayClose' : 'upload.stay')}</p>}
    </>
  );
}

type PartsProps = { upload: UploadSending; send: SendState; isSending: boolean };

function Parts({ upload, send, isSending }: PartsProps) {
  const { t } = useTranslation();
  const { retryNow, stopSending: stop, resumeSending: resume } = upload;
  useConnectionReport(upload, isSending ? { send, retryNow, stop, resume } : null);
  return (
    <>
      <div className={style.pass}>
        <SendParts
          send={send}
          label={t(isSending ? 'upload.stage.sending' : 'upload.stage.completing')}
          isCompleting={!isSending}
        />
        <Button onPress={upload.cancel}>{t('upload.cancel')}</Button>
      </div>
      {isSending ? (
        <ConnectionNotice
          send={send}
          safe="file"
          onRetryNow={retryNow}
          onStop={stop}
          onResume={resume}
          actions={<SaveResult upload={upload} />}
        />
      ) : null}
    </>
  );
}
