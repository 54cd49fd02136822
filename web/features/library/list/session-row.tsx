import { CalendarClock, CheckSquare, EllipsisVertical, FolderOpen, Trash2 } from 'lucide-react';
import { memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionItem } from '#api/contract/session.ts';
import { RetryWork } from '#web/features/processing/index.ts';
import { rowProgressText } from '#web/parts/session/progress-text.ts';
import { dayToDate } from '#web/parts/session/session.rules.ts';
import { StatusLabel } from '#web/parts/session/status-label.tsx';
import { UnsentMark } from '#web/features/unsent/index.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { formatClock, formatDate, formatTimeOfDay, spokenDuration } from '#web/lib/format.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { retentionNote } from '#web/features/library/library.rules.ts';
import { SessionHits } from './session-hits.tsx';
import style from './session-row.module.css';
import { SessionThumbnail } from './session-thumbnail.tsx';

export type RowActions = {
  toggle(id: string, withRange: boolean): void;
  remove(item: SessionItem): void;
};

type SessionRowProps = {
  item: SessionItem;
  nowMs: number;
  isChosen: boolean;
  actions: RowActions;
  lineIndex: number;
  /** Height of the rows above this one that are not in the document, px. */
  gapPx: number;
  measure(node: HTMLLIElement | null): void;
  /** Number of sessions of its day. It is −1 if further pages may have more of them. */
  setSize: number;
  place: number;
};

export const SessionRow = memo(function SessionRow({
  item,
  nowMs,
  isChosen,
  actions,
  lineIndex,
  gapPx,
  measure,
  setSize,
  place,
}: SessionRowProps) {
  const { t } = useTranslation();
  const href = `/library/${item.id}`;
  const withShift = useRef(false);
  const isFailed = item.status === 'error';
  return (
    <li
      ref={measure}
      data-index={lineIndex}
      data-session={item.id}
      data-chosen={isChosen || undefined}
      aria-setsize={setSize}
      aria-posinset={place}
      className={style.row}
      style={gapPx > 0 ? { marginTop: gapPx } : undefined}
      onClickCapture={(event) => void (withShift.current = event.shiftKey)}
      onPointerUpCapture={(event) => void (withShift.current = event.shiftKey)}
      onKeyDownCapture={(event) => void (withShift.current = event.shiftKey)}
    >
      <div className={style.check}>
        <Checkbox isSelected={isChosen} onChange={() => actions.toggle(item.id, withShift.current)}>
          <VisuallyHidden>{t('library.select.row', { title: item.title })}</VisuallyHidden>
        </Checkbox>
      </div>
      <div className={style.picture}>
        <SessionThumbnail picture={item.thumbnail} />
      </div>
      <RowTitle item={item} href={href} />
      <RowDuration item={item} />
      <RowState item={item} nowMs={nowMs} />
      <div className={style.menu}>
        <Menu
          label={t('library.rowMenu', { title: item.title })}
          triggerProps={{ icon: true }}
          trigger={<EllipsisVertical size={20} aria-hidden="true" />}
        >
          <MenuItem
            href={href}
            textValue={t('library.open')}
            icon={<FolderOpen size={18} aria-hidden="true" />}
          >
            {t('library.open')}
          </MenuItem>
          <MenuItem
            textValue={t('library.select.start')}
            icon={<CheckSquare size={18} aria-hidden="true" />}
            onAction={() => isChosen || actions.toggle(item.id, false)}
          >
            {t('library.select.start')}
          </MenuItem>
          <MenuItem
            danger
            textValue={t('library.remove.action')}
            icon={<Trash2 size={18} aria-hidden="true" />}
            onAction={() => actions.remove(item)}
          >
            {t('library.remove.action')}
          </MenuItem>
        </Menu>
      </div>
      {item.reason !== null && (isFailed || item.status === 'pending') ? (
        <div className={style.reason} data-failed={isFailed || undefined}>
          <p>{errorSentence(t, item.reason)}</p>
          {isFailed ? <RetryWork sessionId={item.id} look="secondary" /> : null}
        </div>
      ) : null}
      <SessionHits item={item} />
    </li>
  );
});

function RowTitle({ item, href }: { item: SessionItem; href: string }) {
  const { t, i18n } = useTranslation();
  const facts = [
    formatTimeOfDay(item.date, i18n.language),
    t(`language.${item.language}`),
    item.participants ? t('library.participants', { count: item.participants }) : null,
  ].filter(Boolean);
  return (
    <div className={style.main}>
      <TextLink href={href} className={style.title ?? ''} data-row-link="">
        {item.title}
      </TextLink>
      <p className={style.facts}>{facts.join(' · ')}</p>
    </div>
  );
}

function RowDuration({ item }: { item: SessionItem }) {
  const { t, i18n } = useTranslation();
  return (
    <p className={style.duration}>
      {item.duration > 0 ? (
        <>
          <span aria-hidden="true">{formatClock(item.duration)}</span>
          <VisuallyHidden>{spokenDuration(item.duration, i18n.language)}</VisuallyHidden>
        </>
      ) : (
        <span className={style.none}>{t('library.noAudioYet')}</span>
      )}
    </p>
  );
}

function RowState({ item, nowMs }: { item: SessionItem; nowMs: number }) {
  const { t, i18n } = useTranslation();
  const progress = rowProgressText(t, item);
  const note = retentionNote(item, nowMs);
  return (
    <div className={style.state}>
      <p>
        <StatusLabel status={item.status} />
      </p>
      {progress ? <p className={style.progress}>{progress}</p> : null}
      <UnsentMark sessionId={item.id} />
      {note ? (
        <p className={style.retention} data-near={note.isNear || undefined}>
          {note.isNear ? <CalendarClock size={16} aria-hidden="true" /> : null}
          {note.what === 'audioGone'
            ? t('library.retention.audioGone')
            : note.days === 0
              ? t(`library.retention.${note.what}Today`)
              : note.isNear
                ? t(`library.retention.${note.what}On`, {
                    date: formatDate(dayToDate(note.day), i18n.language),
                  })
                : t(`library.retention.${note.what}`, { count: note.days })}
        </p>
      ) : null}
    </div>
  );
}
