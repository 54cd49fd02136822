import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { SessionDetail } from '#api/contract/session.ts';
import { DictatedText, DictationNotice, useDictation } from '#web/features/dictation/index.ts';
import { DraftOffer } from '#web/features/draft/index.ts';
import { useMp3Settings } from '#web/parts/recording/domain-config.ts';
import {
  discardRecording,
  isBefore,
  isUnsafe,
  type Recording,
  recordingHref,
  RecordPanel,
  type RecordPanelProps,
  useSessionRecording,
} from '#web/features/recording/index.ts';
import type { KeptRecording } from '#workers/recorder/recorder.contract.ts';
import { userState } from '#web/features/user/index.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Notice } from '#web/ui/notice.tsx';

type SessionRecorderProps = {
  session: SessionDetail;
  mode: 'record' | 'dictation';
  /** A recording left by a crash, to be continued. */
  kept: KeptRecording | null;
  onDone(durationS: number): void;
  onDiscarded(): void;
};

export function SessionRecorder({ session, mode, kept, onDone, onDiscarded }: SessionRecorderProps) {
  const recording = useSessionRecording({ session, mode, kept });
  if (!recording) return null;
  return (
    <OfSession recording={recording} session={session} onDone={onDone}>
      <RecorderPanel recording={recording} language={session.language} onDiscarded={onDiscarded} />
    </OfSession>
  );
}

type OfSessionProps = {
  recording: Recording;
  session: SessionDetail;
  onDone(durationS: number): void;
  children: React.ReactNode;
};

function OfSession({ recording, session, onDone, children }: OfSessionProps) {
  const navigate = useNavigate();
  const { stage, sessionId, positionS, mode } = useSnapshot(recording.state);
  const isOurs = sessionId === session.id;
  const wasOurs = useRef(isOurs);
  const isOver = stage === 'finished';
  const whenDone = useEffectEvent(() => onDone(positionS));
  useEffect(() => {
    if (isOver && isOurs) whenDone();
  }, [isOver, isOurs]);
  useEffect(() => {
    // If the recording continues in another session, the screen follows it there.
    if (wasOurs.current && !isOurs && isUnsafe(stage)) {
      if (sessionId !== null)
        void navigate({ to: '/library/$id', params: { id: sessionId }, search: { mode }, replace: true });
    }
    wasOurs.current = isOurs;
  }, [isOurs, sessionId, stage, mode, navigate]);
  return isOurs || !isUnsafe(stage) ? children : <OtherRecording recording={recording} />;
}

/** Says that a recording of another session is under way, and leads to it. */
export function OtherRecording({ recording }: { recording: Recording }) {
  const { t } = useTranslation();
  const state = useSnapshot(recording.state);
  return (
    <Notice
      kind="info"
      title={t('recording.modes.other')}
      actions={
        <LinkButton look="primary" href={recordingHref(state)}>
          {t('recording.bar.back')}
        </LinkButton>
      }
    >
      <p>{t('recording.modes.otherText', { title: state.title })}</p>
    </Notice>
  );
}

type RecorderPanelProps = Pick<RecordPanelProps, 'recording' | 'onBegin'> & {
  language: SessionDetail['language'];
  onDiscarded(): void;
};

export function RecorderPanel({ recording, language, onBegin, onDiscarded }: RecorderPanelProps) {
  const { mode, stage } = useSnapshot(recording.state);
  const { bitrate } = useMp3Settings();
  const { user } = useSnapshot(userState);
  const rest = {
    recording,
    bytesPerS: (bitrate * 1000) / 8,
    quota: user?.quota ?? null,
    onBegin,
    onDiscard: () => void discardRecording().then(onDiscarded),
  };
  return (
    <>
      {mode === 'dictation' ? <Dictating {...rest} language={language} /> : <RecordPanel {...rest} />}
      {isBefore(stage) ? <DraftOffer language={language} /> : null}
    </>
  );
}

function Dictating({ language, ...rest }: RecordPanelProps & { language: SessionDetail['language'] }) {
  const { recording } = rest;
  const dictation = useDictation(recording, language);
  const shown = dictation && {
    before: <DictationNotice dictation={dictation} language={language} isRecording={false} />,
    live: <DictatedText recording={recording} dictation={dictation} language={language} />,
  };
  return <RecordPanel {...rest} {...(shown ? { dictation: shown } : {})} />;
}
