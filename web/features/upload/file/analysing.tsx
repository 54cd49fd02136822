import { useMemo, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#api/contract/limits.ts';
import { SoundRuler } from '#web/features/player/index.ts';
import { FileDraftPanel } from '#web/features/upload/draft/file-draft-panel.tsx';
import { PassProgress } from './pass-progress.tsx';
import type { UploadState } from '#web/features/upload/upload.rules.ts';
import type { Upload } from '#web/features/upload/upload.state.ts';

type AnalysingProps = { upload: Upload; state: UploadState; scrolledPx: RefObject<number> };

export function Analysing({ upload, state, scrolledPx }: AnalysingProps) {
  const { t } = useTranslation();
  const { sight, pass, file } = state;
  const seenS = sight ? sight.peaks.length / 2 / limits.peaksRate : 0;
  const durationS = Math.max(pass?.durationS ?? 0, seenS);
  const peaks = useMemo(() => (sight ? { pairs: sight.peaks, rate: limits.peaksRate } : null), [sight]);
  return (
    <>
      {sight ? (
        <SoundRuler
          label={t('player.ruler', { title: file?.name ?? '' })}
          durationS={durationS}
          peaks={peaks}
          // The rest of the file counts as speech, so that it is not drawn as silence before it is analysed.
          speech={[...sight.speech, [pass?.positionS ?? 0, durationS]]}
          verdict={null}
        />
      ) : null}
      <PassProgress state={state} onCancel={upload.cancel} />
      <FileDraftPanel draft={upload.fileDraft} durationS={pass?.durationS ?? null} scrolledPx={scrolledPx} />
    </>
  );
}
