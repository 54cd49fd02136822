import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionDetail, SessionResult } from '#api/contract/session.ts';
import type { Player } from '#web/features/player/player.state.ts';
import { remainingText } from '#web/features/session/progress-text.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { FormerResult } from './former-result.tsx';
import { ResultText } from './result-text.tsx';
import { ResultVersions } from './result-versions.tsx';
import type { MadeResult } from './result.rules.ts';
import style from './result.module.css';
import { StaleNotice } from './stale-notice.tsx';

type ResultTabProps = {
  session: SessionDetail;
  label: string;
  result: SessionResult;
  player: Player | null;
  /** Of a custom prompt: the tab that it was asked from, and the way there. */
  from: { name: string; open(): void } | null;
  /** Runs the option again; null where the server cannot. */
  onRetry: (() => void) | null;
};

/** The tab of one result: being made, failed, or there to read. */
export function ResultTab(props: ResultTabProps) {
  const { t } = useTranslation();
  const { session, label, result, player, from } = props;
  const [chosen, setChosen] = useState<number | null>(null);
  const newest = result === false ? null : result;
  const latestFormer = newest?.previous ?? 0;
  const isFormer = chosen !== null && chosen <= latestFormer;
  const versions = (
    <ResultVersions
      shown={isFormer ? chosen : (newest?.version ?? 0)}
      newest={newest?.version ?? 0}
      former={latestFormer}
      onChoose={(version) => setChosen(version > latestFormer ? null : version)}
    />
  );
  return (
    <div className={style.result}>
      {from ? (
        <div className={style.from}>
          <span>{t('result.from', { tab: from.name })}</span>
          <Button look="quiet" onPress={from.open}>
            <ArrowLeft size={18} aria-hidden="true" /> {t('result.back')}
          </Button>
        </div>
      ) : null}
      {isFormer ? (
        <FormerResult
          session={session}
          label={label}
          version={chosen}
          player={player}
          versions={versions}
          onBack={() => setChosen(null)}
        />
      ) : newest?.state === 'done' ? (
        <>
          <StaleNotice session={session} result={newest} onRenew={props.onRetry} />
          <ResultText session={session} result={newest} player={player} versions={versions} />
        </>
      ) : (
        <>
          {newest?.state === 'failed' ? (
            <Failed result={newest} onRetry={props.onRetry} />
          ) : (
            <Pending session={session} />
          )}
          {versions}
        </>
      )}
    </div>
  );
}

function Failed({ result, onRetry }: { result: MadeResult; onRetry: (() => void) | null }) {
  const { t } = useTranslation();
  return (
    <Notice
      kind="error"
      title={t('result.failed')}
      actions={onRetry ? <Button onPress={onRetry}>{t('shell.retry')}</Button> : null}
    >
      <p>{errorSentence(t, result.error)}</p>
    </Notice>
  );
}

/** It will be made, or is being made: how long still, as far as anybody knows (§4). */
function Pending({ session }: { session: SessionDetail }) {
  const { t } = useTranslation();
  const { progress, status } = session;
  const remainingS = status === 'processing' ? (progress?.remaining_s ?? null) : null;
  return (
    <ProgressBar
      label={t('result.pending')}
      value={
        progress && remainingS !== null && progress.total > 0
          ? Math.min(1, progress.done / progress.total)
          : null
      }
      valueText={remainingText(t, remainingS)}
    />
  );
}
