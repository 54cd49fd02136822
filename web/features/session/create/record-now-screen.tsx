import { useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { libraryHref } from '#web/features/library/index.ts';
import {
  goOnHref,
  isBegunHere,
  isUnsafe,
  KeptRecordings,
  makesSession,
  newRecordingHref,
  type Recording,
  useRecordNow,
  useRecovery,
} from '#web/features/recording/index.ts';
import { RecorderPanel } from '#web/features/session/record/session-recorder.tsx';
import { usePageTitle } from '#web/lib/page-title.ts';
import { sessionListKey, usePreparing } from '#web/parts/session/session.state.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { NowWords } from './now-words.tsx';
import style from './record-now-screen.module.css';
import { removeDiscarded } from './remove-discarded.ts';

/**
 * `/create?start=record`: records without a session, which is created with the first sound. Its name and language can be
 * changed here all the time.
 */
export function RecordNowScreen() {
  const { t } = useTranslation();
  usePageTitle(t('begin.title'));
  const { recording, begin } = useRecordNow();
  return (
    <div className={style.screen}>
      <div className={style.top}>
        <TextLink href={libraryHref()} className={style.back ?? ''}>
          <ChevronLeft size={24} aria-hidden="true" />
          <VisuallyHidden>{t('session.back')}</VisuallyHidden>
        </TextLink>
        <h1>{t('begin.title')}</h1>
      </div>
      {recording ? <OfRecording recording={recording} begin={begin} /> : null}
    </div>
  );
}

type OfRecordingProps = { recording: Recording; begin: ReturnType<typeof useRecordNow>['begin'] };

function OfRecording({ recording, begin }: OfRecordingProps) {
  const { stage, sessionId, mode, language } = useSnapshot(recording.state);
  const recovery = useRecovery();
  const navigate = useNavigate();
  const client = useQueryClient();
  const preparing = usePreparing(sessionId ?? '');
  const whenOver = useEffectEvent(async () => {
    const { positionS } = recording.state;
    await recording.settleWords();
    if (sessionId === null) return;
    await preparing(positionS);
    await navigate({ to: '/library/$id', params: { id: sessionId }, replace: true });
  });
  const formerStage = useRef(stage);
  useEffect(() => {
    // A recording that was over before this screen was opened leads nowhere.
    if (stage === 'finished' && formerStage.current !== 'finished') void whenOver();
    formerStage.current = stage;
  }, [stage]);
  if (!isBegunHere(recording) && isUnsafe(stage) && sessionId !== null)
    return <Navigate to="/library/$id" params={{ id: sessionId }} search={{ mode }} replace />;
  const goOn = (kept: Parameters<typeof goOnHref>[0]) => {
    const href = goOnHref(kept);
    if (href === newRecordingHref) begin(kept);
    else void navigate({ href });
  };
  const afterDiscard = async () => {
    if (makesSession(recording))
      await removeDiscarded({ sessionId: recording.ownSession(), notes: recording.state.notes });
    await client.invalidateQueries({ queryKey: sessionListKey });
    await navigate({ to: '/library', replace: true });
  };
  return (
    <>
      {recovery && !isUnsafe(stage) ? <KeptRecordings recovery={recovery} onGoOn={goOn} /> : null}
      <NowWords recording={recording} />
      <RecorderPanel
        recording={recording}
        language={language}
        onBegin={() => begin()}
        onDiscarded={() => void afterDiscard()}
      />
    </>
  );
}
