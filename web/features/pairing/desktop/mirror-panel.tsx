import { useEffect, useEffectEvent, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { LevelMeter, type LevelSource } from '#web/features/recording/index.ts';
import { formatClock } from '#web/lib/format.ts';
import { ThreeLights } from '#web/parts/recording/three-lights.tsx';
import { useFocusKept } from '#web/ui/use-focus-kept.ts';
import { phaseOf } from './desk.rules.ts';
import type { Desk } from './desk.ts';
import { isFresh, isInterruptedThere, isLeftThere, isUnsafeThere, shownPositionS } from './mirror.rules.ts';
import { MirrorActions } from './mirror-actions.tsx';
import { MirrorEnd } from './mirror-end.tsx';
import { MirrorFacts } from './mirror-facts.tsx';
import { MirrorNotices } from './mirror-notices.tsx';
import { MirrorRuler } from './mirror-ruler.tsx';
import { MirrorDraft, MirrorMarkers } from './mirror-texts.tsx';
import style from './mirror-panel.module.css';
import { rememberPairing } from './remembered-pairing.ts';
import { useClock } from './use-desk.ts';

type MirrorPanelProps = {
  desk: Desk;
  sessionId: string;
  language: string;
  /** Completes what the server has of the recording. It is shown where the phone may not come back. */
  completion: React.ReactNode;
  /** Called when the server has the whole recording. */
  onDone(durationS: number): void;
  /** Called when the phone goes on in another session. */
  onFollow(sessionId: string): void;
};

/** Shows what the phone records, and controls it. */
export function MirrorPanel({ desk, sessionId, language, completion, onDone, onFollow }: MirrorPanelProps) {
  const { t } = useTranslation();
  const state = useSnapshot(desk.state);
  const { stage, sessionId: recordedId } = state.mirror;
  const phase = phaseOf(state);
  const panel = useFocusKept<HTMLElement>(`${phase} ${stage}`);
  useEnd(desk, sessionId, onDone, onFollow);
  const hasBegun = recordedId !== null && stage !== 'off' && stage !== 'ready';
  const hasMicrophone = stage === 'ready' || stage === 'recording' || stage === 'paused';
  const isHeard = hasMicrophone && !isInterruptedThere(state.mirror);
  return (
    <section ref={panel} tabIndex={-1} className={style.panel} aria-label={t('pairing.panel')}>
      <Head desk={desk} />
      {phase === 'over' ? null : (
        <>
          {isHeard ? <Meter desk={desk} /> : null}
          {hasBegun ? <MirrorRuler desk={desk} range="live" /> : null}
          {hasBegun ? <MirrorRuler desk={desk} range="whole" /> : null}
        </>
      )}
      <Lights desk={desk} />
      <MirrorNotices desk={desk} completion={completion} />
      <MirrorFacts desk={desk} />
      <MirrorDraft desk={desk} language={language} />
      <MirrorMarkers desk={desk} />
      <MirrorEnd desk={desk} />
      {phase === 'over' ? null : <MirrorActions desk={desk} />}
    </section>
  );
}

/** Tells that the recording is whole on the server, or that it goes on in another session. */
function useEnd(
  desk: Desk,
  sessionId: string,
  onDone: (durationS: number) => void,
  onFollow: (sessionId: string) => void,
): void {
  const { mirror, pairing } = useSnapshot(desk.state);
  const { stage, sessionId: recordedId } = mirror;
  const isOurs = recordedId === null || recordedId === sessionId;
  const isDone = isOurs && (stage === 'finished' || pairing?.ended === 'finished');
  const isElsewhere = !isOurs && isUnsafeThere(stage);
  const whenDone = useEffectEvent(() => onDone(desk.state.mirror.positionS));
  const whenElsewhere = useEffectEvent(() => {
    if (recordedId === null) return;
    if (desk.state.pairing) rememberPairing(recordedId, desk.state.pairing);
    onFollow(recordedId);
  });
  useEffect(() => {
    if (isDone) whenDone();
  }, [isDone]);
  useEffect(() => {
    if (isElsewhere) whenElsewhere();
  }, [isElsewhere]);
}

type OfDesk = { desk: Desk };

function Head({ desk }: OfDesk) {
  const { t } = useTranslation();
  const state = useSnapshot(desk.state);
  const { mirror, pairing } = state;
  const { stage } = mirror;
  const isRecording = stage === 'recording';
  const nowMs = useClock(isRecording);
  const phase = phaseOf(state);
  // After the end of the pairing, and before the first report, no stage is shown as the present one.
  const present = isInterruptedThere(mirror) ? 'interrupted' : (stage ?? 'looking');
  const shown = phase === 'over' ? 'over' : present;
  const said =
    phase !== 'over' && isLeftThere(mirror) ? t('recording.mark.crashed') : t(`pairing.stage.${shown}`);
  // A recording phone reports its position once a second. If a connected phone reports none, its page has lost the recording, for
  // example by a reload.
  const isSilent = mirror.isPhoneThere === false || (isRecording && !isFresh(mirror, nowMs));
  const isOld = isSilent && phase !== 'over' && stage !== null && stage !== 'finished';
  return (
    <div className={style.head} data-stage={shown}>
      <output className={style.stage}>
        <span className={style.dot} aria-hidden="true" />
        {isOld ? t('pairing.stage.last', { stage: said }) : said}
      </output>
      {stage === null ? null : (
        <p className={style.time} role="timer" aria-label={t('recording.time.label')}>
          {formatClock(shownPositionS(mirror, nowMs))}
        </p>
      )}
      <p className={style.device}>{pairing?.device ?? t('pairing.phone')}</p>
    </div>
  );
}

function Meter({ desk }: OfDesk) {
  const source = useMemo<LevelSource>(
    () => ({ onReport: (listener) => desk.onLevel((level) => listener({ ...level, momentaryLufs: null })) }),
    [desk],
  );
  return <LevelMeter recording={source} hasLoudness={false} />;
}

/** Where the recording is. The light of this device is missing, because nothing of it is here. */
function Lights({ desk }: OfDesk) {
  const { mirror, pairing } = useSnapshot(desk.state);
  const { stage, positionS, parts } = mirror;
  if (stage === null) return null;
  const isWhole = stage === 'finished' || pairing?.ended === 'finished';
  const server = isWhole ? 'yes' : (parts?.sent_bytes ?? 0) > 0 ? 'partly' : 'no';
  return <ThreeLights recorded={positionS > 0 ? 'yes' : 'no'} server={server} />;
}
