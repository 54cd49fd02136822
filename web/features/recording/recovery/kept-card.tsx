import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SendParts } from '#web/parts/connection/send-parts.tsx';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { formatClock, formatDateTime, formatTimeOfDay, spokenDuration } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { KeptSound } from './kept-sound.tsx';
import { canGoOn } from './recovery.state.ts';
import type { KeptItem } from './kept-items.ts';
import style from './kept-card.module.css';

type KeptActions = {
  /** Resolves with the first seconds of the recording as an mp3. */
  onListen(id: string): Promise<Blob>;
  /** Continues the recording. Undefined where that is impossible. */
  onGoOn?: ((id: string) => void) | undefined;
  onDeliver(id: string): void;
  onDiscard(id: string): void;
};

export type KeptCardsProps = KeptActions & { items: readonly KeptItem[] };

export function KeptCards({ items, ...actions }: KeptCardsProps) {
  const { t } = useTranslation();
  if (items.length === 0) return null;
  return (
    <Notice kind="info" live="status" title={t('recording.kept.title', { count: items.length })}>
      <p>{t('recording.kept.text', { count: items.length })}</p>
      <ul className={style.items}>
        {items.map((item) => (
          <li key={item.kept.record.id}>
            <KeptEntry item={item} {...actions} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function KeptEntry({ item, onListen, onGoOn, onDeliver, onDiscard }: KeptActions & { item: KeptItem }) {
  const { t, i18n } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const { kept, isBusy, stage, send, problem } = item;
  const { record, durationS, writtenAtMs } = kept;
  const { id, part } = record;
  const titleId = `kept-${id}`;
  const facts = [
    t('recording.kept.facts', {
      duration: durationS < 0.1 ? t('recording.kept.empty') : formatClock(durationS),
      date: formatDateTime(new Date(record.startedAtMs), i18n.language),
    }),
    ...(writtenAtMs === null
      ? []
      : [t('recording.kept.writtenAt', { time: formatTimeOfDay(new Date(writtenAtMs), i18n.language) })]),
  ];
  return (
    <section className={style.item} aria-labelledby={titleId}>
      <p id={titleId} className={style.title}>
        {record.session.title}
        {part > 1 ? ` · ${t('recording.part', { part })}` : ''}
      </p>
      <p className={style.facts}>{facts.join(' · ')}</p>
      {problem ? (
        <p className={style.problem} role="alert">
          {t(problem.isOfDiscard ? 'recording.orphan.discardFailed' : 'recording.kept.problem')}.{' '}
          {errorSentence(t, problem)}
        </p>
      ) : null}
      {isBusy && send ? (
        <SendParts
          send={send}
          label={t(stage === 'completing' ? 'recording.stage.completing' : 'recording.kept.sending')}
          bytesKnown={kept.bytes}
          isCompleting={stage === 'completing'}
        />
      ) : null}
      {isBusy && !send ? (
        <ProgressBar label={t('recording.kept.preparing')} value={null} valueText="" />
      ) : null}
      <div className={style.actions}>
        {isBusy ? null : (
          <>
            <Button look="primary" aria-describedby={titleId} onPress={() => onDeliver(id)}>
              {t('recording.kept.upload')}
            </Button>
            {onGoOn && canGoOn(kept) ? (
              <Button aria-describedby={titleId} onPress={() => onGoOn(id)}>
                {t('recording.kept.goOn')}
              </Button>
            ) : null}
          </>
        )}
        {durationS >= 0.1 ? <KeptSound describedBy={titleId} load={() => onListen(id)} /> : null}
        {isBusy ? null : (
          <Button look="quiet" aria-describedby={titleId} onPress={() => setAsking(true)}>
            {t('recording.kept.discard')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('recording.throwAway.title')}
        confirmLabel={t('recording.throwAway.confirm')}
        cancelLabel={t('recording.throwAway.cancel')}
        danger
        onConfirm={() => {
          setAsking(false);
          onDiscard(id);
        }}
        onCancel={() => setAsking(false)}
      >
        <p>{t('recording.throwAway.text', { duration: spokenDuration(durationS, i18n.language) })}</p>
      </ConfirmDialog>
    </section>
  );
}
