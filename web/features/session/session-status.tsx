import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#api/contract/session.ts';
import { ThreeLights } from '#web/features/recording/three-lights.tsx';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { Notice } from '#web/ui/notice.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { isWorking, progressFigures, remainingFigures } from './session.rules.ts';
import style from './session-status.module.css';

/** What is being done with the recording, how far it is, why it waits; nothing once it is finished. */
export function SessionStatusNotice({ session }: { session: SessionDetail }) {
  const { t } = useTranslation();
  const { status, reason } = session;
  if (status === 'error') {
    return (
      <Notice kind="error" title={t('session.status.error')}>
        <p>{errorSentence(t, reason ?? 'transcription.failed')}</p>
      </Notice>
    );
  }
  if (!isWorking(status)) return null;
  return (
    <section className={style.status}>
      {status === 'pending' && reason ? (
        <Notice
          kind={reason === 'transcription.model_fetching' ? 'info' : 'warn'}
          title={t('session.status.pending')}
        >
          <p>{errorSentence(t, reason)}</p>
        </Notice>
      ) : (
        <Work session={session} />
      )}
      <div className={style.safe}>
        <ThreeLights recorded="yes" server="yes" />
        <p>{t('session.status.mayClose')}</p>
      </div>
    </section>
  );
}

function Work({ session }: { session: SessionDetail }) {
  const { t } = useTranslation();
  const { status, progress } = session;
  if (status === 'new' || status === 'completed' || status === 'error') return null;
  const label = t(`session.status.${status}`);
  const isRunning = status === 'transcribing' || status === 'overdue' || status === 'processing';
  if (!isRunning) {
    const queue = progress?.queue ?? 0;
    return (
      <p>
        {label} {status === 'pending' && queue > 0 ? t('session.status.queued', { count: queue }) : null}
      </p>
    );
  }
  if (!progress || progress.total <= 0) {
    return <ProgressBar label={label} value={null} valueText={t('session.status.remaining.estimating')} />;
  }
  const { done, total, unit } = progressFigures(progress);
  const figures = t(unit === 'min' ? 'session.status.minutes' : 'session.status.seconds', { done, total });
  return (
    <ProgressBar
      label={label}
      value={Math.min(1, progress.done / progress.total)}
      valueText={status === 'overdue' ? figures : `${figures} · ${remainingText(t, progress.remaining_s)}`}
    />
  );
}

function remainingText(t: TFunction, remainingS: number | null): string {
  const remaining = remainingFigures(remainingS);
  if (remaining.kind === 'estimating') return t('session.status.remaining.estimating');
  return t(`session.status.remaining.${remaining.kind}`, { count: remaining.count });
}
