import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UnfinishedUpload } from '#api/contract/upload.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { isApiError, problemOf, type Problem } from '#web/lib/api-error.ts';
import { formatBytes, formatDateTime } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import style from './kept-card.module.css';
import type { KeptRecording } from '#web/features/recording/state/recording.rules.ts';
import { useOrphanUploads } from './orphan-uploads.ts';

type OrphanCardsProps = {
  kept: readonly KeptRecording[];
  sessionId?: string;
  onAdopted(): void;
};

/** Shows recordings that only the server has. Their device is lost or broken, or it was a private window. */
export function OrphanCards({ kept, sessionId, onAdopted }: OrphanCardsProps) {
  const { t } = useTranslation();
  const { orphans, adopt, discard } = useOrphanUploads(kept, onAdopted);
  const shown = orphans.filter(({ session_id }) => sessionId === undefined || session_id === sessionId);
  if (shown.length === 0) return null;
  return (
    <Notice kind="info" live="status" title={t('recording.orphan.title', { count: shown.length })}>
      <p>{t('recording.orphan.text')}</p>
      <ul className={style.items}>
        {shown.map((upload) => (
          <li key={upload.id}>
            <Orphan
              upload={upload}
              onAdopt={(force) => adopt(upload, force)}
              onDiscard={() => discard(upload)}
            />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

type Action = 'adopt' | 'discard';

type OrphanProps = {
  upload: UnfinishedUpload;
  onAdopt(force: boolean): Promise<void>;
  onDiscard(): Promise<void>;
};

function Orphan({ upload, onAdopt, onDiscard }: OrphanProps) {
  const { t, i18n } = useTranslation();
  const [asks, setAsks] = useState<'active' | 'discard' | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<(Problem & { action: Action }) | null>(null);
  const [hasGrown, setHasGrown] = useState(false);
  const { id, title, offset, touched_at: touchedAt, keep_until: keepUntil } = upload;
  const titleId = `orphan-${id}`;
  const act = async (action: Action, work: () => Promise<void>) => {
    setAsks(null);
    setBusy(true);
    setProblem(null);
    setHasGrown(false);
    try {
      await work();
    } catch (error) {
      if (isApiError(error, 'upload.active')) setAsks('active');
      else if (isApiError(error, 'upload.offset_conflict')) setHasGrown(true);
      else setProblem({ ...problemOf(error), action });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={style.item} aria-labelledby={titleId}>
      <p id={titleId} className={style.title}>
        {title}
      </p>
      <p className={style.facts}>
        {[
          formatBytes(offset, i18n.language),
          t('recording.orphan.touchedAt', { date: formatDateTime(touchedAt, i18n.language) }),
          t('recording.orphan.keepUntil', { date: formatDateTime(keepUntil, i18n.language) }),
        ].join(' · ')}
      </p>
      {hasGrown ? (
        <p className={style.problem} role="alert">
          {t('recording.orphan.hasGrown')}
        </p>
      ) : null}
      {problem ? (
        <p className={style.problem} role="alert">
          {t(`recording.orphan.${problem.action}Failed`)}. {errorSentence(t, problem)}
        </p>
      ) : null}
      <div className={style.actions}>
        <Button
          look="primary"
          aria-describedby={titleId}
          isDisabled={isBusy}
          onPress={() => void act('adopt', () => onAdopt(false))}
        >
          {t('recording.orphan.adopt')}
        </Button>
        <Button
          look="quiet"
          aria-describedby={titleId}
          isDisabled={isBusy}
          onPress={() => setAsks('discard')}
        >
          {t('recording.kept.discard')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={asks === 'active'}
        title={t('recording.orphan.activeTitle')}
        confirmLabel={t('recording.orphan.activeConfirm')}
        cancelLabel={t('recording.orphan.activeCancel')}
        onConfirm={() => void act('adopt', () => onAdopt(true))}
        onCancel={() => setAsks(null)}
      >
        <p>{t('recording.orphan.activeText')}</p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asks === 'discard'}
        title={t('recording.throwAway.title')}
        confirmLabel={t('recording.throwAway.confirm')}
        cancelLabel={t('recording.throwAway.cancel')}
        danger
        onConfirm={() => void act('discard', onDiscard)}
        onCancel={() => setAsks(null)}
      >
        <p>{t('recording.orphan.discardText')}</p>
      </ConfirmDialog>
    </section>
  );
}
