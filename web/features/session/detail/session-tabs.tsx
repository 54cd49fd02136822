import { Plus } from 'lucide-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { correctionsLabel } from '#api/contract/option-labels.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import { CorrectionsTab } from '#web/features/correction/index.ts';
import { NotesTab } from '#web/features/notes/index.ts';
import type { Player } from '#web/features/player/index.ts';
import { ReprocessNotice, useAskProcess } from '#web/features/processing/index.ts';
import { ResultLabel, ResultTab } from '#web/features/result/index.ts';
import { isCustomLabel, orderLabels } from '#web/parts/result/result-order.rules.ts';
import { useResultNames } from '#web/parts/result/use-result-names.ts';
import { Button } from '#web/ui/button.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { SessionAudio, SessionFacts } from './lazy-panels.ts';
import { SessionSkeleton } from './session-skeleton.tsx';
import { detailTabs, resultTab, toMoment, toTab } from '#web/parts/session/session.rules.ts';
import type { DetailTab } from '#web/parts/session/session.rules.ts';
import style from './session-tabs.module.css';
import { TranscriptAndNotes } from './transcript-and-notes.tsx';

type SessionTabsProps = { session: SessionDetail; player: Player | null };

/** The tabs of a recording (§2): four fixed ones and one for each result. The chosen tab is part of the address. */
export function SessionTabs({ session, player }: SessionTabsProps) {
  const { t } = useTranslation();
  const { tab, at, segment } = useSearch({ from: '/library/$id' });
  const select = useSelectTab();
  const nameOf = useResultNames(session);
  const labels = orderLabels(Object.keys(session.data));
  const selected = toTab(tab, labels);

  /** The tab with the source of a custom prompt; null if there is no such tab any more. */
  const sourceOf = (label: string) => {
    const result = session.data[label];
    if (!result || !isCustomLabel(label) || result.source_tab === '') return null;
    const source = result.source_tab.replace(/^result:/, '');
    const own = detailTabs.find((one) => one === source);
    if (own) return { name: t(`session.tabs.${own}`), open: () => select(own) };
    return labels.includes(source) ? { name: nameOf(source), open: () => select(resultTab(source)) } : null;
  };

  const tabs = [
    {
      key: 'audio' as DetailTab,
      label: t('session.tabs.audio'),
      panel: <SessionAudio session={session} player={player} />,
    },
    {
      key: 'session' as DetailTab,
      label: t('session.tabs.session'),
      panel: <SessionFacts session={session} />,
    },
    {
      key: 'transcript' as DetailTab,
      label: t('session.tabs.transcript'),
      panel: (
        <WithReprocess session={session}>
          <TranscriptAndNotes
            session={session}
            player={player}
            atS={toMoment(at)}
            segment={segment ?? null}
          />
        </WithReprocess>
      ),
    },
    {
      key: 'notes' as DetailTab,
      label: t('session.tabs.notes'),
      panel: (
        <WithReprocess session={session}>
          <NotesTab session={session} player={player} />
        </WithReprocess>
      ),
    },
    ...labels.map((label) => {
      const result = session.data[label] ?? false;
      const name = nameOf(label);
      return {
        key: resultTab(label),
        label: <ResultLabel name={name} result={result} />,
        panel:
          label === correctionsLabel ? (
            <CorrectionsTab session={session} player={player} />
          ) : (
            <ResultTab
              key={label}
              session={session}
              label={label}
              name={name}
              result={result}
              player={player}
              from={sourceOf(label)}
            />
          ),
      };
    }),
  ];
  return (
    <Tabs
      label={t('session.tabs.label')}
      tabs={tabs.map((one) => ({
        ...one,
        panel: <Suspense fallback={<SessionSkeleton />}>{one.panel}</Suspense>,
      }))}
      selected={selected}
      onSelect={select}
      more={<MoreResults />}
    />
  );
}

function useSelectTab() {
  const navigate = useNavigate({ from: '/library/$id' });
  return (tab: DetailTab) => void navigate({ search: { tab }, replace: true, resetScroll: false });
}

/**
 * Shows a tab with a text from which results are made. After a change of the text it asks whether to make them again.
 */
function WithReprocess({ session, children }: { session: SessionDetail; children: React.ReactNode }) {
  return (
    <>
      <div className={style.question}>
        <ReprocessNotice session={session} />
      </div>
      {children}
    </>
  );
}

function MoreResults() {
  const { t } = useTranslation();
  const askProcess = useAskProcess();
  if (!askProcess) return null;
  return (
    <Button icon look="quiet" aria-label={t('processing.dialog.menu')} onPress={() => askProcess()}>
      <Plus size={20} aria-hidden="true" />
    </Button>
  );
}
