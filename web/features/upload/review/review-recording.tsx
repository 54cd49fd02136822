import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { PlayerSound, usePlayer } from '#web/features/player/index.ts';
import { invertSpans, TrimPanel } from '#web/features/trim/index.ts';
import { FileDraftPanel } from '#web/features/upload/draft/file-draft-panel.tsx';
import { useRulerText } from '#web/features/upload/draft/use-file-draft.ts';
import { useOwned } from '#web/lib/use-owned.ts';
import { finePeaksRate } from '#workers/analysis/analysis.contract.ts';
import { QualityReport } from '#web/parts/quality/quality-report.tsx';
import { canAudioPlay, createRecordingSource } from './recording-source.ts';
import type { RecordingSource } from './recording-source.ts';
import type { ReviewProps } from './review-props.ts';

type RecordingProps = ReviewProps & { bytesPerS: number | null };

export function ReviewRecording(props: RecordingProps) {
  const { upload, state, analysis } = props;
  const name = state.file?.name ?? '';
  const source = useOwned(name, () =>
    createRecordingSource({
      file: upload.file(),
      analysis,
      asMp3: upload.draft() ? upload.wholeMp3 : null,
      canPlay: canAudioPlay,
    }),
  );
  return source ? <Trimming {...props} name={name} source={source} /> : null;
}

function Trimming(props: RecordingProps & { name: string; source: RecordingSource }) {
  const { upload, analysis, trim, lastS, scrolledPx, bytesPerS, name, source } = props;
  const { durationS, verdict, finePeaks } = analysis;
  const { kept } = useSnapshot(trim.state);
  const cuts = useMemo(() => invertSpans(kept, durationS), [kept, durationS]);
  const text = useRulerText(upload.fileDraft, durationS);
  const peaks = useMemo(() => ({ pairs: finePeaks, rate: finePeaksRate }), [finePeaks]);
  const player = usePlayer({ key: name, title: name, durationS, getUrl: source.url });
  useEffect(() => {
    if (!player) return;
    player.seek(lastS.current);
    return () => {
      lastS.current = player.position();
    };
  }, [player, lastS]);
  if (!player) return null;
  return (
    <>
      <QualityReport
        verdict={verdict}
        durationS={durationS}
        onJump={(timeS) => {
          player.seek(timeS);
          player.play();
        }}
      />
      <TrimPanel
        trim={trim}
        player={player}
        title={name}
        peaks={peaks}
        verdict={verdict}
        bytesPerS={bytesPerS}
        text={text}
      >
        <PlayerSound player={player} />
      </TrimPanel>
      <FileDraftPanel
        draft={upload.fileDraft}
        durationS={durationS}
        cuts={cuts}
        player={player}
        scrolledPx={scrolledPx}
      />
    </>
  );
}
