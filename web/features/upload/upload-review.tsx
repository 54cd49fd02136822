import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#api/contract/limits.ts';
import { PlayerBar } from '#web/features/player/player-bar.tsx';
import { usePlayer } from '#web/features/player/use-player.ts';
import { formatMegabytes, formatNumber } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import type { Analysis } from '#workers/analysis/analysis.contract.ts';
import { speechMp3 } from '#workers/media/media.contract.ts';
import { QualityReport } from './quality-report.tsx';
import { codecLabel } from './quality.rules.ts';
import { SoundFacts } from './sound-facts.tsx';
import { estimatedBytes } from './upload.rules.ts';
import type { UploadState } from './upload.rules.ts';
import type { Upload } from './upload.state.ts';
import style from './upload-review.module.css';

type UploadReviewProps = { upload: Upload; state: UploadState };

/** What was found in the file, to be seen and heard before it is sent. */
export function UploadReview({ upload, state }: UploadReviewProps) {
  const file = upload.file();
  return file && state.analysis ? (
    <Review upload={upload} state={state} file={file} analysis={state.analysis} />
  ) : null;
}

function Review({ upload, state, file, analysis }: UploadReviewProps & { file: File; analysis: Analysis }) {
  const { t, i18n } = useTranslation();
  const { durationS, verdict, speech } = analysis;
  const format = useFormat(analysis);
  const player = usePlayer({
    key: `${file.name} ${file.lastModified}`,
    title: file.name,
    durationS,
    getUrl: () => Promise.resolve(upload.fileUrl() ?? ''),
  });
  const afterBytes = state.encoded?.bytes ?? estimatedBytes(durationS, speechMp3.bitrate);
  const peaks = useMemo(() => ({ pairs: analysis.peaks, rate: limits.peaksRate }), [analysis]);
  return (
    <>
      {player ? (
        <PlayerBar
          player={player}
          title={file.name}
          peaks={peaks}
          speech={speech}
          verdict={verdict}
          size="full"
          isLocal
        />
      ) : null}
      <QualityReport
        verdict={verdict}
        durationS={durationS}
        onJump={(timeS) => {
          player?.seek(timeS);
          player?.play();
        }}
      />
      <details className={style.details}>
        <summary>{t('quality.details')}</summary>
        <SoundFacts durationS={durationS} verdict={verdict} more={[[t('quality.format'), format]]} />
      </details>
      {state.problem ? null : (
        <div className={style.end}>
          <div className={style.sizes}>
            <p>
              {t(afterBytes < file.size ? 'upload.sizes' : 'upload.sizesSame', {
                before: formatMegabytes(file.size, i18n.language),
                after: formatMegabytes(afterBytes, i18n.language),
              })}
            </p>
            <p className={style.note}>{t('upload.sizesNote')}</p>
          </div>
          <Button look="primary" className={style.send ?? ''} onPress={() => void upload.send()}>
            {t('upload.send')}
          </Button>
        </div>
      )}
    </>
  );
}

function useFormat({ codec, sampleRate, channels }: Analysis): string {
  const { t, i18n } = useTranslation();
  const names = { 1: t('quality.mono'), 2: t('quality.stereo') } as Record<number, string>;
  return t('quality.formatValue', {
    codec: codecLabel(codec),
    rate: formatNumber(sampleRate / 1000, 1, i18n.language),
    channels: names[channels] ?? t('quality.channels', { channels }),
  });
}
