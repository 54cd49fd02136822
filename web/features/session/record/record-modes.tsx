import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { proxy, useSnapshot } from 'valtio';
import type { SessionDetail } from '#api/contract/session.ts';
import {
  activeRecording,
  closeRecording,
  isUnsafe,
  KeptRecordings,
  OrphanRecordings,
  type Recovery,
  type RecoveryState,
  type ShownStage,
  useRecovery,
} from '#web/features/recording/index.ts';
import { MirrorPanel, PairButton, PairDialogHost, usePairing } from '#web/features/pairing/index.ts';
import type { KeptRecording } from '#workers/recorder/recorder.contract.ts';
import { useHasTag } from '#web/lib/domain-config.ts';
import { UploadPanel } from '#web/features/upload/index.ts';
import { Loading } from '#web/parts/page/loading.tsx';
import { useTour } from '#web/parts/tour/tour.state.ts';
import { Segments } from '#web/ui/segments.tsx';
import { SessionRecorder } from './session-recorder.tsx';
import { usePairedScreen } from './use-paired-screen.ts';
import { recordModes, toMode } from '#web/parts/session/session.rules.ts';
import type { RecordMode } from '#web/parts/session/session.rules.ts';
import style from './record-modes.module.css';

type RecordModesProps = {
  session: SessionDetail;
  onDone(durationS: number): void;
};

export function RecordModes({ session, onDone }: RecordModesProps) {
  const { t } = useTranslation();
  const { modes, mode, setMode } = useMode();
  const recovery = useRecovery();
  const [goesOn, setGoesOn] = useState<KeptRecording | null>(null);
  const underWay = useUnderWay(session.id);
  const isLeft = useIsLeft(recovery, session.id, onDone) && !goesOn && !underWay;
  const paired = usePairedScreen(session);
  const pairing = usePairing({
    sessionId: session.id,
    isBusy: isLeft || underWay !== null || goesOn !== null,
    onUnused: () => void paired.remove(),
  });
  // What this device records itself stays on the screen.
  const isMirroring = pairing.isMirroring && !underWay && !goesOn;
  useTour(isLeft || underWay || goesOn || isMirroring || pairing.isDialogOpen ? null : 'recording');
  if (isLeft && recovery) {
    return (
      <KeptRecordings
        recovery={recovery}
        sessionId={session.id}
        onGoOn={(kept) => {
          // A sound check that is running has to release the microphone first.
          closeRecording();
          setGoesOn(kept);
          setMode(kept.record.mode);
        }}
      />
    );
  }
  if (isMirroring && pairing.desk) {
    return (
      <Suspense fallback={<Loading />}>
        <MirrorPanel
          desk={pairing.desk}
          sessionId={session.id}
          language={session.language}
          completion={
            recovery ? (
              <OrphanRecordings recovery={recovery} sessionId={session.id} onAdopted={() => onDone(0)} />
            ) : null
          }
          onDone={onDone}
          onFollow={paired.follow}
        />
      </Suspense>
    );
  }
  // A dictation that runs, or that was left and is continued, goes on where dictation was switched off meanwhile.
  const shown = underWay ?? goesOn?.record.mode ?? mode;
  return (
    <div className={style.modes}>
      {recovery && !underWay && !goesOn ? (
        <OrphanRecordings recovery={recovery} sessionId={session.id} onAdopted={() => onDone(0)} />
      ) : null}
      {underWay || goesOn ? null : (
        <div data-tour="ways" className={style.ways}>
          <Segments
            label={t('recording.modes.label')}
            options={modes.map((key) => ({ key, label: t(`recording.modes.${key}`) }))}
            value={mode}
            onChange={setMode}
          />
          {pairing.isOffered ? <PairButton onPress={pairing.open} /> : null}
        </div>
      )}
      {pairing.desk ? (
        <PairDialogHost desk={pairing.desk} isOpen={pairing.isDialogOpen} onClose={pairing.close} />
      ) : null}
      {shown === 'upload' ? (
        <UploadPanel sessionId={session.id} language={session.language} onDone={onDone} />
      ) : (
        <SessionRecorder
          key={shown}
          session={session}
          mode={shown}
          kept={goesOn}
          onDone={onDone}
          onDiscarded={() => {
            setGoesOn(null);
            void recovery?.refresh();
          }}
        />
      )}
    </div>
  );
}

/** Returns the modes of this host and the one of the address. A link to a mode that is off leads to a recording. */
function useMode() {
  const canDictate = useHasTag('dictation');
  const navigate = useNavigate({ from: '/library/$id' });
  const { mode } = useSearch({ from: '/library/$id' });
  const change = (next: RecordMode) =>
    void navigate({
      search: (former) => ({ ...former, mode: next }),
      replace: true,
      resetScroll: false,
    });
  const modes = recordModes.filter((key) => canDictate || key !== 'dictation');
  const asked = toMode(mode);
  return { modes, mode: modes.find((key) => key === asked) ?? 'record', setMode: change };
}

type Shown = { stage: ShownStage; sessionId: string | null; mode: 'record' | 'dictation' };
const noRecording = proxy<Shown>({ stage: 'idle', sessionId: '', mode: 'record' });

/**
 * Returns the mode of this session's recording while it runs or is sent; null if there is none. During that time the
 * other modes cannot be chosen.
 */
function useUnderWay(sessionId: string): 'record' | 'dictation' | null {
  const { current } = useSnapshot(activeRecording);
  const state = useSnapshot<Shown>(
    activeRecording.current && current ? activeRecording.current.state : noRecording,
  );
  return isUnsafe(state.stage) && state.sessionId === sessionId ? state.mode : null;
}

const nothingKept = proxy<Pick<RecoveryState, 'items' | 'delivered'>>({ items: [], delivered: [] });

/** Returns true if this device has an unsent recording of the session. `onDone` is called when it has been sent. */
function useIsLeft(
  recovery: Recovery | null,
  sessionId: string,
  onDone: (durationS: number) => void,
): boolean {
  const { items, delivered } = useSnapshot(recovery?.state ?? nothingKept);
  const arrived = delivered.find((one) => one.sessionId === sessionId);
  const whenDone = useEffectEvent(onDone);
  useEffect(() => {
    if (arrived) whenDone(arrived.durationS);
  }, [arrived]);
  return items.some(({ kept }) => kept.record.sessionId === sessionId);
}
