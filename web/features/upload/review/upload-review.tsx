import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { Notice } from '#web/ui/notice.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { CutShortNotice } from './cut-short-notice.tsx';
import { MeasureFacts } from './measure-facts.tsx';
import { OutputCard } from './output-card.tsx';
import type { ReviewProps, UploadReviewProps } from './review-props.ts';
import { ReviewRecording } from './review-recording.tsx';
import { ReviewResult } from './review-result.tsx';
import { SendBar } from './send-bar.tsx';
import { SoundPlots } from './sound-plots.tsx';
import style from './upload-review.module.css';

export function UploadReview(props: UploadReviewProps) {
  const trim = props.upload.trim();
  const { analysis } = props.state;
  return analysis && trim ? <Review {...props} analysis={analysis} trim={trim} /> : null;
}

function Review(props: ReviewProps) {
  const { upload, state, analysis, trim, maxBytes } = props;
  const { t } = useTranslation();
  // The snapshot makes the component render again after each cut, because `upload.output()` depends on the cuts.
  useSnapshot(trim.state);
  const output = upload.output();
  const result = state.listening === 'result' ? upload.result() : null;
  const bytesPerS = output ? output.bytes / Math.max(output.durationS, 1) : null;
  return (
    <>
      <CutShortNotice analysis={analysis} />
      <Segments
        label={t('upload.listen.label')}
        options={[
          { key: 'recording', label: t('upload.listen.recording') },
          { key: 'result', label: t('upload.listen.result') },
        ]}
        value={result ? 'result' : 'recording'}
        onChange={(which) => void upload.listen(which)}
      />
      {result ? (
        <ReviewResult {...props} result={result} />
      ) : (
        <ReviewRecording {...props} bytesPerS={bytesPerS} />
      )}
      {state.areCutsLost ? (
        <Notice kind="warn" live="alert">
          <p>{t('upload.keeping.cutsLost')}</p>
        </Notice>
      ) : null}
      {state.notStored ? <p className={style.note}>{t(`upload.keeping.${state.notStored}`)}</p> : null}
      {output ? <OutputCard upload={upload} state={state} output={output} maxBytes={maxBytes} /> : null}
      <details className={style.details}>
        <summary>{t('quality.details')}</summary>
        <MeasureFacts analysis={analysis} />
        <SoundPlots durationS={analysis.durationS} measures={analysis.measures} />
      </details>
      {output ? <SendBar upload={upload} state={state} output={output} /> : null}
    </>
  );
}
