import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isDraftEngine } from '#api/contract/draft-engine.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import {
  CancelWork,
  hasSound,
  hasText,
  isFaultOfFile,
  ModelProgress,
  RetryWork,
  WorkLine,
} from '#web/features/processing/index.ts';
import { unfinished } from '#web/parts/result/result.rules.ts';
import { ThreeLights } from '#web/parts/recording/three-lights.tsx';
import { useHasTag } from '#web/lib/domain-config.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { useFocusKept } from '#web/ui/use-focus-kept.ts';
import { doneText, remainingText } from '#web/parts/session/progress-text.ts';
import { isCancellable, isWorking, resultTab, type DetailTab } from '#web/parts/session/session.rules.ts';
import style from './session-status.module.css';
import { useDownload } from './use-download.ts';

type SessionStatusNoticeProps = { session: SessionDetail; tab?: DetailTab };

/**
 * Shows the progress of the work on a recording, why the work waits, or its error. It shows nothing when the work is
 * finished, or if the open tab shows the same.
 */
export function SessionStatusNotice({ session, tab }: SessionStatusNoticeProps) {
  const { status } = session;
  const panel = useFocusKept<HTMLDivElement>(status);
  if (status !== 'error' && !isWorking(status)) return null;
  const labels = unfinished(session);
  if (status === 'processing' && labels.length === 1 && labels.map(resultTab)[0] === tab) return null;
  return (
    <div ref={panel} tabIndex={-1} className={style.panel}>
      {status === 'error' ? (
        <Failed session={session} />
      ) : status === 'processing' ? (
        <WorkLine session={session} />
      ) : (
        <Working session={session} />
      )}
    </div>
  );
}

function Failed({ session }: { session: SessionDetail }) {
  const { t } = useTranslation();
  const download = useDownload(session.id);
  const canDownload = useHasTag('audio_download');
  const reason = session.reason ?? 'transcription.failed';
  const isCancelled = reason === 'transcription.cancelled';
  const isFile = isFaultOfFile(reason);
  const isBegun = hasText(session) && !isDraftEngine(session.transcript?.engine ?? '');
  const title = isCancelled
    ? t('processing.cancelled')
    : t(isBegun ? 'processing.incomplete' : 'session.status.error');
  return (
    <Notice
      kind={isCancelled ? 'info' : 'error'}
      title={title}
      actions={
        hasSound(session) ? (
          <>
            <RetryWork sessionId={session.id} look={isFile ? 'secondary' : 'primary'} />
            {isFile && canDownload ? (
              <Button onPress={() => void download.start()}>
                <Download size={18} aria-hidden="true" /> {t('player.download')}
              </Button>
            ) : null}
          </>
        ) : null
      }
    >
      <p>{errorSentence(t, reason)}</p>
    </Notice>
  );
}

function Working({ session }: { session: SessionDetail }) {
  const { t } = useTranslation();
  const { status, reason, transcript } = session;
  const isHeldUp = status === 'pending' && reason !== null;
  return (
    <section className={style.status}>
      {isHeldUp ? <HeldUp reason={reason} /> : <Work session={session} />}
      {transcript && !transcript.partial && hasText(session) ? (
        <p className={style.aside}>{t('processing.keepsVersion')}</p>
      ) : null}
      <div className={style.safe}>
        <ThreeLights recorded="yes" server="yes" />
        <p className={style.aside}>{t('session.status.mayClose')}</p>
        {isCancellable(status) ? <CancelWork session={session} /> : null}
      </div>
    </section>
  );
}

function HeldUp({ reason }: { reason: string }) {
  const { t } = useTranslation();
  const isFetching = reason === 'transcription.model_fetching';
  return (
    <Notice kind={isFetching ? 'info' : 'warn'} title={t('session.status.pending')}>
      <p>{errorSentence(t, reason)}</p>
      {isFetching || reason === 'transcription.model_missing' ? <ModelProgress /> : null}
    </Notice>
  );
}

function Work({ session }: { session: SessionDetail }) {
  const { t } = useTranslation();
  const { status, progress } = session;
  if (status === 'new' || status === 'completed' || status === 'error' || status === 'processing')
    return null;
  const label = t(`session.status.${status}`);
  if (status === 'pending' || status === 'preparing') {
    const queue = progress?.queue ?? 0;
    const parts = [
      label,
      status === 'pending' && queue > 0 ? t('session.status.queued', { count: queue }) : '',
      status === 'pending' && progress && progress.remaining_s !== null
        ? t('session.status.readyIn', { remaining: remainingText(t, progress.remaining_s) })
        : '',
    ];
    return <p className={style.waiting}>{parts.filter(Boolean).join(' ')}</p>;
  }
  if (!progress || progress.total <= 0) {
    return <ProgressBar label={label} value={null} valueText={t('session.status.remaining.estimating')} />;
  }
  const figures = doneText(t, progress);
  return (
    <ProgressBar
      label={label}
      value={Math.min(1, progress.done / progress.total)}
      valueText={status === 'overdue' ? figures : `${figures} · ${remainingText(t, progress.remaining_s)}`}
    />
  );
}
