import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ThreeLights } from '#web/parts/recording/three-lights.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Analysing } from './file/analysing.tsx';
import { problemSentence } from './file/problem-sentence.ts';
import { SaveResult } from './send/save-result.tsx';
import { SendingProgress } from './send/sending-progress.tsx';
import { canRetry, isUnderWay } from './upload.rules.ts';
import type { UploadState } from './upload.rules.ts';
import type { Upload } from './upload.state.ts';
import { Offer } from './file/upload-offer.tsx';
import { UploadFile } from './file/upload-file.tsx';
import { UploadReview } from './review/upload-review.tsx';
import style from './upload-work.module.css';

export type UploadWorkProps = { upload: Upload; state: UploadState; maxBytes: number };

export function UploadWork({ upload, state, maxBytes }: UploadWorkProps) {
  const { stage, problem, offer } = state;
  const lastS = useRef(0);
  const scrolledPx = useRef(0);
  return (
    <section className={style.work}>
      <UploadFile state={state} onDiscard={upload.discard} />
      {problem ? <Problem upload={upload} state={state} maxBytes={maxBytes} /> : null}
      {offer && stage === 'offer' ? <Offer upload={upload} offer={offer} maxBytes={maxBytes} /> : null}
      {stage === 'analysing' && !problem ? (
        <Analysing upload={upload} state={state} scrolledPx={scrolledPx} />
      ) : null}
      {stage === 'review' ? (
        <UploadReview
          upload={upload}
          state={state}
          maxBytes={maxBytes}
          lastS={lastS}
          scrolledPx={scrolledPx}
        />
      ) : null}
      {isUnderWay(state) || stage === 'done' ? <SendingProgress upload={upload} state={state} /> : null}
      <ThreeLights
        recorded="yes"
        device="yes"
        server={stage === 'done' ? 'yes' : state.sending?.bytesStored ? 'partly' : 'no'}
      />
    </section>
  );
}

function Problem({ upload, state, maxBytes }: UploadWorkProps) {
  const { t, i18n } = useTranslation();
  const { problem, stage, file } = state;
  if (!problem || stage === 'choose' || stage === 'done') return null;
  const isOnTheWay = stage === 'sending' || stage === 'completing';
  return (
    <Notice
      kind="error"
      live="alert"
      title={
        canRetry(problem) ? t(`upload.failed.${stage}`, { name: file?.name ?? '' }) : t('upload.refused')
      }
      actions={
        <>
          {canRetry(problem) ? (
            <Button look="primary" onPress={() => void upload.retry()}>
              {t(isOnTheWay ? 'upload.sendAgain' : 'shell.retry')}
            </Button>
          ) : null}
          {isOnTheWay ? <SaveResult upload={upload} /> : null}
          <Button onPress={upload.discard}>{t('upload.another')}</Button>
        </>
      }
    >
      <p>{problemSentence(t, problem, { maxBytes, language: i18n.language })}</p>
      {isOnTheWay && state.sending?.bytesStored ? <p>{t('upload.keptParts')}</p> : null}
      {isOnTheWay && !state.sending?.bytesStored ? <p>{t('upload.kept')}</p> : null}
    </Notice>
  );
}
