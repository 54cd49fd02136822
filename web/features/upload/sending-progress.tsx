import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#api/contract/limits.ts';
import { SoundRuler } from '#web/features/player/sound-ruler.tsx';
import { formatBytes } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { PassProgress } from './pass-progress.tsx';
import style from './pass-progress.module.css';
import { partCells, partsDone, secondsUntil, stalledForS } from './sending.rules.ts';
import type { PartCell, UploadSending } from './sending.rules.ts';
import type { UploadState } from './upload.rules.ts';
import type { Upload } from './upload.state.ts';

type SendingProgressProps = { upload: Upload; state: UploadState };

/** The recording while it is converted and sent: the same picture, beneath it cells that fill part by part. */
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
      ) : sending ? (
        <Parts upload={upload} sending={sending} cells={cells} isSending={stage === 'sending'} />
      ) : null}
      {problem ? null : <p>{t('upload.stay')}</p>}
    </>
  );
}

type PartsProps = { upload: Upload; sending: UploadSending; cells: readonly PartCell[]; isSending: boolean };

/** How many parts and bytes are there, and what to do when they are not getting more. */
function Parts({ upload, sending, cells, isSending }: PartsProps) {
  const { t, i18n } = useTranslation();
  const figures = [
    t('upload.partsDone', { done: partsDone(cells), count: cells.length }),
    t('upload.bytes', {
      sent: formatBytes(sending.bytesSent, i18n.language),
      total: formatBytes(sending.bytesTotal, i18n.language),
    }),
  ];
  return (
    <>
      <div className={style.pass}>
        <ProgressBar
          label={t(isSending ? 'upload.stage.sending' : 'upload.stage.completing')}
          value={isSending ? sending.bytesSent / sending.bytesTotal : null}
          valueText={figures.join(' · ')}
        />
        <Button onPress={upload.cancel}>{t('upload.cancel')}</Button>
      </div>
      {isSending ? <WhatHolds sending={sending} onRestart={() => void upload.send()} /> : null}
    </>
  );
}

/** Why it does not go on, with the seconds to the next try or since the last byte. */
function WhatHolds({ sending, onRestart }: { sending: UploadSending; onRestart(): void }) {
  const { t } = useTranslation();
  const nowMs = useNow();
  const stalled = stalledForS(sending, nowMs);
  if (sending.waitsForNetwork) {
    return (
      <Notice kind="warn" live="status">
        <p>{t('upload.offline')}</p>
      </Notice>
    );
  }
  if (sending.retry) {
    const { attempt, atMs } = sending.retry;
    const count = secondsUntil(atMs, nowMs);
    return (
      <Notice kind="warn">
        <p>{count > 0 ? t('upload.retrying', { attempt, count }) : t('upload.retryingNow', { attempt })}</p>
      </Notice>
    );
  }
  return stalled === null ? null : (
    <Notice kind="warn" actions={<Button onPress={onRestart}>{t('upload.restart')}</Button>}>
      <p>{t('upload.stalled', { count: stalled })}</p>
    </Notice>
  );
}

/** The time, renewed every half second while the component is shown, ms. */
function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
