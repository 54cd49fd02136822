import { LoaderCircle, TriangleAlert } from 'lucide-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { SessionDetail, SessionResult } from '#api/contract/session.ts';
import { NotesTab } from '#web/features/notes/notes-tab.tsx';
import type { Player } from '#web/features/player/player.state.ts';
import { ResultTab } from '#web/features/result/result-tab.tsx';
import { isKnownLabel } from '#web/features/result/result.rules.ts';
import { Tabs } from '#web/ui/tabs.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { SessionAudio } from './session-audio.tsx';
import { SessionFacts } from './session-facts.tsx';
import { detailTabs, resultTab, toMoment, toTab } from './session.rules.ts';
import type { DetailTab } from './session.rules.ts';
import { TranscriptAndNotes } from './transcript-and-notes.tsx';

type SessionTabsProps = { session: SessionDetail; player: Player | null };

/** What there is of a recording (§2): four tabs and one for each result. The chosen one stands in the address. */
export function SessionTabs({ session, player }: SessionTabsProps) {
  const { t } = useTranslation();
  const { tab, at, segment } = useSearch({ from: '/library/$id' });
  const select = useSelectTab();
  const results = Object.entries(session.data);
  const labels = results.map(([label]) => label);
  const selected = toTab(tab, labels);

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
        <TranscriptAndNotes session={session} player={player} atS={toMoment(at)} segment={segment ?? null} />
      ),
    },
    {
      key: 'notes' as DetailTab,
      label: t('session.tabs.notes'),
      panel: <NotesTab session={session} player={player} />,
    },
    ...results.map(([label, result]) => ({
      key: resultTab(label),
      label: <ResultLabel name={labelName(t, label)} result={result} />,
      panel: (
        <ResultTab
          key={label}
          session={session}
          label={label}
          result={result}
          player={player}
          from={sourceOf(t, label, result, { labels, select })}
          onRetry={null}
        />
      ),
    })),
  ];
  return <Tabs label={t('session.tabs.label')} tabs={tabs} selected={selected} onSelect={select} />;
}

function useSelectTab() {
  const navigate = useNavigate({ from: '/library/$id' });
  return (tab: DetailTab) => void navigate({ search: { tab }, replace: true, resetScroll: false });
}

const labelName = (t: TFunction, label: string): string =>
  isKnownLabel(label) ? t(`result.label.${label}`) : label;

type Others = { labels: readonly string[]; select(tab: DetailTab): void };

/** A custom prompt remembers the tab that it was asked from; nothing where that is gone. */
function sourceOf(t: TFunction, label: string, result: SessionResult, { labels, select }: Others) {
  if (result === false || isKnownLabel(label) || result.source_tab === '') return null;
  const source = result.source_tab.replace(/^result:/, '');
  const own = detailTabs.find((tab) => tab === source);
  if (own) return { name: t(`session.tabs.${own}`), open: () => select(own) };
  if (!labels.includes(source)) return null;
  return { name: labelName(t, source), open: () => select(resultTab(source)) };
}

/** A tab says that its result is still being made, or that it failed. */
function ResultLabel({ name, result }: { name: string; result: SessionResult }) {
  const { t } = useTranslation();
  const state = result === false ? 'processing' : result.state;
  if (state === 'done') return name;
  const Icon = state === 'failed' ? TriangleAlert : LoaderCircle;
  return (
    <>
      {name} <Icon size={16} aria-hidden="true" />
      <VisuallyHidden>{t(state === 'failed' ? 'result.failed' : 'result.pending')}</VisuallyHidden>
    </>
  );
}
