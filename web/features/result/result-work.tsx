import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionDetail, SessionResult } from '#api/contract/session.ts';
import type { Player } from '#web/features/player/index.ts';
import { CancelWords } from '#web/features/processing/index.ts';
import { remainingText } from '#web/parts/session/progress-text.ts';
import { Notice } from '#web/ui/notice.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import style from './result.module.css';
import { StreamedText } from './streamed-text.tsx';
import { shownText } from './stream.rules.ts';
import { useResultStream } from './use-result-stream.ts';
import { useSourceActions } from './use-source-actions.ts';

type ResultWorkProps = {
  session: SessionDetail;
  label: string;
  result: SessionResult;
  player: Player | null;
  /** Called at unmount with the height of the text, px. */
  onLeave(heightPx: number): void;
};

const noSources: never[] = [];

export function ResultWork({ session, label, result, player, onLeave }: ResultWorkProps) {
  const { t } = useTranslation();
  const stream = useResultStream(session.id, label);
  const text = shownText(stream.text, stream.isLinked === true, result === false ? '' : result.text);
  const { numbers, actions } = useSourceActions(result === false ? noSources : result.sources, player);
  const shown = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = shown.current;
    return () => onLeave(element?.offsetHeight ?? 0);
  }, [onLeave]);
  return (
    <div ref={shown} className={style.work}>
      <div className={style.progress}>
        {text === '' ? (
          <Waiting session={session} isWaiting={result === false} />
        ) : (
          <p className={style.writing}>
            <Spinner size={18} />
            <span>{[t('result.writing'), remainingOf(session, t)].filter(Boolean).join(' ')}</span>
          </p>
        )}
        <CancelWords sessionId={session.id} labels={[label]} />
      </div>
      {stream.isLinked === false && stream.text !== null ? (
        <Notice kind="warn" live="status">
          <p>{t('result.unlinked')}</p>
        </Notice>
      ) : null}
      {text === '' ? null : (
        <StreamedText session={session} text={text} sources={numbers} actions={actions} />
      )}
    </div>
  );
}

/**
 * Returns the remaining time of all work on the session in words; empty if unknown. The server does not know the time
 * of a single result.
 */
function remainingOf({ status, progress }: SessionDetail, t: ReturnType<typeof useTranslation>['t']): string {
  const remainingS = status === 'processing' ? (progress?.remaining_s ?? null) : null;
  return remainingS === null ? '' : `(${remainingText(t, remainingS)})`;
}

function Waiting({ session, isWaiting }: { session: SessionDetail; isWaiting: boolean }) {
  const { t } = useTranslation();
  const { progress, status } = session;
  const remainingS = status === 'processing' ? (progress?.remaining_s ?? null) : null;
  const queue = isWaiting && status === 'processing' ? (progress?.queue ?? 0) : 0;
  const parts = [
    t(isWaiting ? 'result.waiting' : 'result.pending'),
    queue > 0 ? t('result.queued', { count: queue }) : '',
  ];
  return (
    <ProgressBar
      label={parts.filter(Boolean).join(' ')}
      value={
        progress && remainingS !== null && progress.total > 0
          ? Math.min(1, progress.done / progress.total)
          : null
      }
      valueText={remainingText(t, remainingS)}
    />
  );
}
