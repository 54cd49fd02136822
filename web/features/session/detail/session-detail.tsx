import { useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#api/contract/session.ts';
import { useSurveyOffer } from '#web/features/info-bar/index.ts';
import { ProcessHost } from '#web/features/processing/index.ts';
import { Notice } from '#web/ui/notice.tsx';
import { RecordModes } from './lazy-panels.ts';
import { SessionHeader } from './session-header.tsx';
import { SessionPlayer } from './session-player.tsx';
import { useTour } from '#web/parts/tour/tour.state.ts';
import { hasRecording, isKnownStatus, isWorking, toTab } from '#web/parts/session/session.rules.ts';
import { usePreparing } from '#web/parts/session/session.state.ts';
import style from './session-screen.module.css';
import { SessionSkeleton } from './session-skeleton.tsx';
import { SessionStatusNotice } from './session-status.tsx';
import { SessionTabs } from './session-tabs.tsx';
import type { Player } from '#web/features/player/index.ts';

type SessionDetailViewProps = {
  session: SessionDetail;
  /** True if the last poll failed, so that the session is shown in its last known state. */
  isStale: boolean;
};

export function SessionDetailView({ session, isStale }: SessionDetailViewProps) {
  const { t } = useTranslation();
  const preparing = usePreparing(session.id);
  useSurveyOffer(session);
  return (
    <ProcessHost session={session}>
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
            <Suspense fallback={<SessionSkeleton />}>
              <RecordModes session={session} onDone={(durationS) => void preparing(durationS)} />
            </Suspense>
          </div>
        )}
      </div>
    </ProcessHost>
  );
}

/**
 * Shows a session with a recording, and warns if its state is stale. Without a recording there is no such warning,
 * because recorder and upload show connection problems themselves.
 */
function Recorded({ session, isStale }: SessionDetailViewProps) {
  const { t } = useTranslation();
  const [player, setPlayer] = useState<Player | null>(null);
  const { tab } = useSearch({ from: '/library/$id' });
  useTour(session.transcript && !isWorking(session.status) ? 'session' : null);
  return (
    <>
      {isStale ? (
        <Notice kind="warn" live="status">
          <p>{t('session.stale')}</p>
        </Notice>
      ) : null}
      <div className={style.content}>
        <SessionStatusNotice session={session} tab={toTab(tab, Object.keys(session.data))} />
        <SessionTabs session={session} player={player} />
      </div>
      {session.audio && !session.audio.deleted_at ? (
        // With the screen, because a press on a word before the player is there would be lost.
        <SessionPlayer session={session} audio={session.audio} onPlayer={setPlayer} />
      ) : null}
    </>
  );
}
