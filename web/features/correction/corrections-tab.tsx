import { CheckCheck, SpellCheck, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { correctionsLabel } from '#api/contract/option-labels.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import type { Suggestion } from '#api/contract/suggestion.ts';
import { type Player, usePlayAt } from '#web/features/player/index.ts';
import { singleKeys } from '#web/parts/keys/single-keys.state.ts';
import { useProcess } from '#web/features/processing/index.ts';
import { ResultFailed, ResultWork } from '#web/features/result/index.ts';
import { useAnnouncer } from '#web/parts/page/announcer.tsx';
import { useTranscriptEditor } from '#web/features/transcript/index.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { RetryNotice } from '#web/parts/page/retry-notice.tsx';
import { toasts } from '#web/parts/page/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useFocusKept } from '#web/ui/use-focus-kept.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { CorrectionList } from './correction-list.tsx';
import style from './correction.module.css';
import { useSettle, useSuggestions } from './suggestion.state.ts';
import { shownChoices, type Placed, type Shown } from './suggestion.rules.ts';
import { useCorrections, type Corrections } from './use-corrections.ts';

type CorrectionsTabProps = { session: SessionDetail; player: Player | null };

export function CorrectionsTab({ session, player }: CorrectionsTabProps) {
  const { t } = useTranslation();
  const result = session.data[correctionsLabel] ?? false;
  const process = useProcess(session.id, (error) => {
    toasts.add({ kind: 'error', text: t('correction.retryFailed', { reason: errorSentence(t, error) }) });
  });
  const again = () => process.mutate({ options: [correctionsLabel] });
  if (result === false || result.state === 'processing') {
    return (
      <ResultWork
        session={session}
        label={correctionsLabel}
        result={result}
        player={player}
        onLeave={() => {}}
      />
    );
  }
  if (result.state === 'failed')
    return <ResultFailed result={result} isPending={process.isPending} onRetry={again} />;
  return (
    <div className={style.tab}>
      {result.stale ? (
        <Notice
          kind="warn"
          actions={
            <Button isPending={process.isPending} onPress={again}>
              {t('correction.again')}
            </Button>
          }
        >
          <p>{t('correction.stale')}</p>
        </Notice>
      ) : null}
      <Loaded session={session} player={player} run={result.version} />
    </div>
  );
}

function Loaded({ session, player, run }: CorrectionsTabProps & { run: number }) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useSuggestions(session.id, run);
  if (data && data.suggestions.length === 0) {
    return (
      <EmptyState icon={<SpellCheck size={40} />} title={t('correction.empty.title')}>
        <p>{t('correction.empty.text')}</p>
      </EmptyState>
    );
  }
  if (data) return <Proposals session={session} player={player} suggestions={data.suggestions} />;
  if (!error) {
    return (
      <div className={style.tab}>
        <VisuallyHidden live="polite">{t('correction.loading')}</VisuallyHidden>
        <Skeleton height="8rem" />
        <Skeleton height="8rem" />
      </div>
    );
  }
  return (
    <RetryNotice
      title={t('correction.failed')}
      error={error}
      isFetching={isFetching}
      onRetry={() => void refetch()}
    />
  );
}

type ProposalsProps = CorrectionsTabProps & { suggestions: readonly Suggestion[] };

function Proposals({ session, player, suggestions }: ProposalsProps) {
  const { t } = useTranslation();
  const editor = useTranscriptEditor(session);
  const settle = useSettle(session.id);
  const corrections = useCorrections({ session, editor, suggestions, settle: settle.mutate });
  const onPlay = usePlayAt(player);
  const [say, announcer] = useAnnouncer();
  const { isOn: areLettersOn } = useSnapshot(singleKeys);
  const { counts, list, shown, setShown } = corrections;
  const panel = useFocusKept<HTMLDivElement>(String(list.length));

  const take = (chosen: readonly Placed[]) => {
    const count = corrections.take(chosen);
    if (count > 0) say(t('correction.said.taken', { count, left: counts.open - count }));
  };
  const leave = (suggestion: Placed) => {
    corrections.leave([suggestion]);
    say(t('correction.said.left', { left: counts.open - 1 }));
  };
  const undo = () => {
    if (corrections.undo()) say(t('correction.said.undone'));
  };
  return (
    <section ref={panel} tabIndex={-1} className={style.tab} aria-label={t('correction.label')}>
      {announcer}
      <p className={style.about}>{t('correction.about')}</p>
      <div className={style.tools}>
        <div className={style.shown}>
          <Select<Shown>
            label={t('correction.shown.label')}
            options={shownChoices
              .filter((choice) => choice === 'open' || choice === shown || counts[choice] > 0)
              .map((key) => ({
                key,
                label: t(`correction.shown.${key}`, { count: counts[key] }),
              }))}
            value={shown}
            onChange={setShown}
          />
        </div>
        <AllAtOnce corrections={corrections} canTake={editor !== null} onTake={take} onUndo={undo} />
      </div>
      {list.length === 0 ? (
        <Nothing corrections={corrections} />
      ) : (
        <>
          <p className={style.keys}>{t(areLettersOn ? 'correction.keys' : 'correction.keysOff')}</p>
          <CorrectionList
            corrections={corrections}
            language={session.language.split('-')[0] ?? session.language}
            canTake={editor !== null}
            onPlay={onPlay}
            onTake={(suggestion) => take([suggestion])}
            onLeave={leave}
            onUndo={undo}
          />
        </>
      )}
    </section>
  );
}

type AllAtOnceProps = {
  corrections: Corrections;
  canTake: boolean;
  onTake(chosen: readonly Placed[]): void;
  onUndo(): void;
};

function AllAtOnce({ corrections, canTake, onTake, onUndo }: AllAtOnceProps) {
  const { t } = useTranslation();
  const fitting = corrections.list.filter(({ state, place }) => state === 'open' && place !== null);
  return (
    <div className={style.all}>
      {canTake && fitting.length > 1 ? (
        <Button onPress={() => onTake(fitting)}>
          <CheckCheck size={18} aria-hidden="true" /> {t('correction.takeShown', { count: fitting.length })}
        </Button>
      ) : null}
      {corrections.canUndo ? (
        <Button look="quiet" onPress={onUndo}>
          <Undo2 size={18} aria-hidden="true" /> {t('correction.undo')}
        </Button>
      ) : null}
    </div>
  );
}

function Nothing({ corrections: { counts } }: { corrections: Corrections }) {
  const { t } = useTranslation();
  if (counts.open > 0) return <p className={style.about}>{t('correction.empty.filtered')}</p>;
  return (
    <EmptyState icon={<CheckCheck size={40} />} title={t('correction.empty.settled')}>
      <p>{t('correction.empty.settledText')}</p>
    </EmptyState>
  );
}
