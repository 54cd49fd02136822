import { MessageCircleQuestionMark, RefreshCw } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionDetail, SessionResult } from '#api/contract/session.ts';
import type { Player } from '#web/features/player/index.ts';
import { useIsMakeable, useOptions } from '#web/parts/result/options.state.ts';
import { OverwriteQuestion, useAskProcess, useProcess } from '#web/features/processing/index.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { AskedPrompt } from './asked-prompt.tsx';
import { FormerResult } from './former-result.tsx';
import { ResultFailed } from './result-failed.tsx';
import { ResultText } from './result-text.tsx';
import { ResultVersions } from './result-versions.tsx';
import { ResultWork } from './result-work.tsx';
import { stageOf } from '#web/parts/result/result.rules.ts';
import style from './result.module.css';
import { StageAnnouncer } from './stage-announcer.tsx';
import { StaleNotice } from './stale-notice.tsx';

type ResultTabProps = {
  session: SessionDetail;
  label: string;
  name: string;
  result: SessionResult;
  player: Player | null;
  /** The tab to which a custom prompt applies, and a link to it. Null if the result has none. */
  from: { name: string; open(): void } | null;
};

export function ResultTab(props: ResultTabProps) {
  const { session, label, name, result, player, from } = props;
  const [chosen, setChosen] = useState<number | null>(null);
  const made = useMaking(session, label);
  const isMakeable = useIsMakeable()(label);
  const element = useRef<HTMLDivElement>(null);
  const newest = result === false ? null : result;
  const latestFormer = newest?.previous ?? session.former[label] ?? 0;
  // A result in progress will be the next version.
  const latest = newest?.version ?? latestFormer + 1;
  const isFormer = chosen !== null && chosen <= latestFormer;
  const stage = stageOf(result);
  const versions = (
    <ResultVersions
      shown={isFormer ? chosen : latest}
      newest={latest}
      former={latestFormer}
      onChoose={(version) => setChosen(version > latestFormer ? null : version)}
    />
  );
  // A minimum height prevents a jump when the final text replaces the streamed one.
  const keepHeight = useCallback((heightPx: number) => {
    if (element.current) element.current.style.minHeight = `${heightPx}px`;
  }, []);
  return (
    <div ref={element} className={style.result}>
      <StageAnnouncer name={name} stage={stage} />
      {from || newest?.prompt ? (
        <AskedPrompt prompt={newest?.prompt ?? ''} lang={session.language} from={from} />
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
          <StaleNotice session={session} result={newest} onRenew={isMakeable ? made.ask : null} />
          <ResultText session={session} result={newest} player={player} versions={versions} />
          <Further
            label={label}
            isEmpty={newest.text.trim() === ''}
            onRenew={newest.stale || !isMakeable ? null : made.ask}
          />
        </>
      ) : newest?.state === 'failed' ? (
        <>
          <ResultFailed result={newest} isPending={made.isPending} onRetry={isMakeable ? made.start : null} />
          {newest.text.trim() === '' ? (
            latestFormer > 0 ? (
              versions
            ) : null
          ) : (
            <ResultText session={session} result={newest} player={player} versions={versions} />
          )}
        </>
      ) : (
        <>
          <ResultWork session={session} label={label} result={result} player={player} onLeave={keepHeight} />
          {latestFormer > 0 ? versions : null}
        </>
      )}
      <OverwriteQuestion isOpen={made.isAsking} names={[name]} onConfirm={made.start} onCancel={made.leave} />
    </div>
  );
}

/** Makes the result. If it exists already, the person has to confirm that first (§4). */
function useMaking(session: SessionDetail, label: string) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const process = useProcess(session.id, (error) => {
    toasts.add({ kind: 'error', text: t('result.retryFailed', { reason: errorSentence(t, error) }) });
  });
  return {
    isAsking,
    isPending: process.isPending,
    ask: () => setAsking(true),
    leave: () => setAsking(false),
    start: () => {
      setAsking(false);
      process.mutate({ options: [label] });
    },
  };
}

type FurtherProps = { label: string; isEmpty: boolean; onRenew: (() => void) | null };

/** Actions on a finished result. A question about it needs a text and a language model. */
function Further({ label, isEmpty, onRenew }: FurtherProps) {
  const { t } = useTranslation();
  const askProcess = useAskProcess();
  const { data: options = [] } = useOptions();
  const canAsk = !isEmpty && options.some((option) => option.label === 'custom' && option.engine === 'llm');
  if (!askProcess || !(canAsk || onRenew)) return null;
  return (
    <div className={style.further}>
      {canAsk ? (
        <Button onPress={() => askProcess({ source: `result:${label}` })}>
          <MessageCircleQuestionMark size={18} aria-hidden="true" /> {t('result.followUp')}
        </Button>
      ) : null}
      {onRenew ? (
        <Button look="quiet" onPress={onRenew}>
          <RefreshCw size={18} aria-hidden="true" /> {t('result.again')}
        </Button>
      ) : null}
    </div>
  );
}
