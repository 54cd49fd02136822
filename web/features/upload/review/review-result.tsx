import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { PlayerBar, usePlayer } from '#web/features/player/index.ts';
import { keepAll, newToOriginal, originalToNew } from '#web/features/trim/index.ts';
import { useOwned } from '#web/lib/use-owned.ts';
import { limits } from '#api/contract/limits.ts';
import type { EncodedMp3 } from '#workers/encode/encode.contract.ts';
import { QualityReport } from '#web/parts/quality/quality-report.tsx';
import { timemapToKept, toMetadata } from '#web/features/upload/send/upload-metadata.rules.ts';
import type { ReviewProps } from './review-props.ts';
import style from './upload-review.module.css';

type ResultProps = ReviewProps & { result: EncodedMp3 };

export function ReviewResult(props: ResultProps) {
  const { result } = props;
  const opened = useOwned(result.sha256, () => {
    const url = URL.createObjectURL(result.mp3);
    return { url, [Symbol.dispose]: () => URL.revokeObjectURL(url) };
  });
  return opened ? <Playing {...props} url={opened.url} /> : null;
}

function Playing({ state, analysis, lastS, result, url }: ResultProps & { url: string }) {
  const { t } = useTranslation();
  const name = state.file?.name ?? '';
  const { durationS, timemap } = result;
  const kept = useMemo(
    () => (timemap ? timemapToKept(timemap, durationS) : keepAll(analysis.durationS)),
    [timemap, durationS, analysis],
  );
  const { metadata, peaks } = useMemo(
    () => toMetadata({ sound: result, analysis, parts: 0 }),
    [result, analysis],
  );
  const pairs = useMemo(() => ({ pairs: peaks, rate: limits.peaksRate }), [peaks]);
  const player = usePlayer({ key: url, title: name, durationS, getUrl: () => Promise.resolve(url) });
  useEffect(() => {
    if (!player) return;
    player.seek(originalToNew(kept, lastS.current) ?? 0);
    return () => {
      lastS.current = timemap ? newToOriginal(timemap, player.position()) : player.position();
    };
  }, [player, lastS, kept, timemap]);
  if (!player) return null;
  return (
    <>
      <QualityReport
        verdict={analysis.verdict}
        durationS={analysis.durationS}
        onJump={(timeS) => {
          player.seek(originalToNew(kept, timeS) ?? 0);
          player.play();
        }}
      />
      <PlayerBar
        player={player}
        title={name}
        peaks={pairs}
        speech={metadata.speech ?? null}
        verdict={metadata.verdict ?? null}
        size="full"
        isLocal
      />
      <p className={style.note}>{t('upload.listen.resultText')}</p>
    </>
  );
}
