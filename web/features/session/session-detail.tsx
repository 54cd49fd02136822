import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#api/contract/session.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { NotesTab } from './notes-tab.tsx';
import { RecordModes } from './record-modes.tsx';
import { SessionAudio } from './session-audio.tsx';
import { SessionFacts } from './session-facts.tsx';
import { SessionHeader } from './session-header.tsx';
import { SessionPlayer } from './session-player.tsx';
import { hasRecording, isKnownStatus, toTab } from './session.rules.ts';
import { usePreparing } from './session.state.ts';
import style from './session-screen.module.css';
import { SessionStatusNotice } from './session-status.tsx';
import { TranscriptTab } from '#web/features/transcript/transcript-tab.tsx';
import type { Player } from '#web/features/player/player.state.ts';

type SessionDetailViewProps = {
  session: SessionDetail;
  /** The last poll failed: this is the last known state. */
  isStale: boolean;
};

/** Everything of one session. */
export function SessionDetailView({ session, isStale }: SessionDetailViewProps) {
  const { t } = useTranslation();
  const preparing = usePreparing(session.id);
  return (
    <div className={style.screen}>
      <SessionHeader session={session} />
      {isKnownStatus(session.status) ? null : (
        <Notice kind="warn" title={t('session.unknownStatus.title')}>
          <p>{t('session.unknownStatus.text', { status: session.status })}</p>
        </Notice>
      )}
      {hasRecording(session) ? (
        <Recorded session={session} isStale={isStale} />
      ) : (
        <div className={style.content}>
          <RecordModes session={session} onDone={(durationS) => void preparing(durationS)} />
        </div>
      )}
    </div>
  );
}

/** While something is recorded or sent, that tells of the connection itself. */
function Recorded({ session, isStale }: SessionDetailViewProps) {
  const { t } = useTranslation();
  const navigate = useNavigate({ from: '/library/$id' });
  const { tab } = useSearch({ from: '/library/$id' });
  const [player, setPlayer] = useState<Player | null>(null);
  const tabs = [
    {
      key: 'audio',
      label: t('session.tabs.audio'),
      panel: <SessionAudio session={session} player={player} />,
    },
    { key: 'session', label: t('session.tabs.session'), panel: <SessionFacts session={session} /> },
    {
      key: 'transcript',
      label: t('session.tabs.transcript'),
      panel: <TranscriptTab session={session} player={player} />,
    },
    { key: 'notes', label: t('session.tabs.notes'), panel: <NotesTab session={session} /> },
  ] as const;
  return (
    <>
      {isStale ? (
        <Notice kind="warn" live="status">
          <p>{t('session.stale')}</p>
        </Notice>
      ) : null}
      <div className={style.content}>
        <SessionStatusNotice session={session} />
        <Tabs
          label={t('session.tabs.label')}
          tabs={tabs}
          selected={toTab(tab)}
          onSelect={(key) => void navigate({ search: { tab: key }, replace: true, resetScroll: false })}
        />
      </div>
      {session.audio && !session.audio.deleted_at ? (
        <SessionPlayer session={session} audio={session.audio} onPlayer={setPlayer} />
      ) : null}
    </>
  );
}
