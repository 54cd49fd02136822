import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { useMaxUploadBytes, useMp3Settings } from '#web/parts/recording/domain-config.ts';
import { DraftOffer } from '#web/features/draft/index.ts';
import { userState } from '#web/features/user/index.ts';
import { Notice } from '#web/ui/notice.tsx';
import { useFocusKept } from '#web/ui/use-focus-kept.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { DropZone } from './file/drop-zone.tsx';
import { browserCapabilities, engineObstacle } from './file/engine.rules.ts';
import { takeHandedOver } from './file/handed-over.ts';
import { LocalWorkCard } from './local/local-work-card.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { wouldLose } from './upload.rules.ts';
import type { UploadStage, UploadState } from './upload.rules.ts';
import type { Upload } from './upload.state.ts';
import { UploadWork } from './upload-work.tsx';
import { useIncoming } from './use-incoming.ts';
import { useUpload } from './use-upload.ts';
import style from './upload-panel.module.css';

type UploadPanelProps = {
  sessionId: string;
  /** Language of the session, a tag (BCP 47). */
  language: string;
  onDone(durationS: number): void;
};

export function UploadPanel(props: UploadPanelProps) {
  const { t } = useTranslation();
  const [obstacle] = useState(() => engineObstacle(browserCapabilities()));
  const maxBytes = useMaxUploadBytes();
  if (obstacle) {
    return (
      <Notice kind="error" title={t(`upload.obstacle.${obstacle}.title`)}>
        <p>{t(`upload.obstacle.${obstacle}.text`)}</p>
      </Notice>
    );
  }
  return maxBytes ? <LimitedUpload {...props} maxBytes={maxBytes} /> : null;
}

function LimitedUpload({ sessionId, language, maxBytes, onDone }: UploadPanelProps & { maxBytes: number }) {
  const settings = useMp3Settings();
  const { id: userId = '', sub } = useSnapshot(userState).user ?? {};
  const former = sub === undefined ? {} : { formerId: sub };
  const upload = useUpload({ userId, ...former, sessionId }, { settings, language });
  useIncoming(upload, userId, sessionId);
  return upload ? <Stages sessionId={sessionId} upload={upload} maxBytes={maxBytes} onDone={onDone} /> : null;
}

type StagesProps = { sessionId: string; upload: Upload; maxBytes: number; onDone(durationS: number): void };

function Stages({ sessionId, upload, maxBytes, onDone }: StagesProps) {
  const state = useSnapshot(upload.state) as UploadState;
  const { stage, encoded } = state;
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (stage === 'done') done(encoded?.durationS ?? 0);
  }, [stage, encoded]);
  useEffect(() => {
    const file = takeHandedOver(sessionId);
    if (file) void upload.choose([file]);
  }, [sessionId, upload]);
  const panel = useFocusKept<HTMLDivElement>(stage);
  return (
    <div ref={panel} tabIndex={-1} className={style.panel}>
      <StageAnnouncer state={state} />
      {hasDraft(stage) ? <DraftOffer language={upload.fileDraft.language} /> : null}
      {stage === 'choose' ? (
        <>
          {state.localWork ? <LocalWorkCard upload={upload} work={state.localWork} /> : null}
          {state.notStored === 'elsewhere' ? <OtherTab /> : null}
          <DropZone
            problem={state.problem}
            maxBytes={maxBytes}
            onChoose={(files, hasFolder) => void upload.choose(files, hasFolder)}
          />
        </>
      ) : (
        <UploadWork upload={upload} state={state} maxBytes={maxBytes} />
      )}
      <LeaveGuard isActive={wouldLose(state)} isStored={state.notStored === null} />
    </div>
  );
}

/** A draft is offered until the recording is sent. */
const hasDraft = (stage: UploadStage): boolean =>
  stage === 'choose' || stage === 'analysing' || stage === 'review';

function OtherTab() {
  const { t } = useTranslation();
  return (
    <Notice kind="info" live="status" title={t('upload.keeping.otherTabTitle')}>
      <p>{t('upload.keeping.otherTab')}</p>
    </Notice>
  );
}

/** Announces each new stage once, without the progress within it. */
function StageAnnouncer({ state }: { state: UploadState }) {
  const { t } = useTranslation();
  const { stage, problem } = state;
  const text = stage === 'choose' || problem ? '' : t(`upload.stage.${stage}`);
  return <VisuallyHidden live="polite">{text}</VisuallyHidden>;
}
