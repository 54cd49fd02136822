import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminAnnouncement } from '#api/contract/announcement.ts';
import { limits } from '#api/contract/limits.ts';
import { announcementText } from '#api/shared/announcement-text.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { isLanguage } from '#web/i18n/languages.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { RetryNotice } from '#web/parts/page/retry-notice.tsx';
import { toasts } from '#web/parts/page/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import style from '../domain.module.css';
import { Loading } from '../loading.tsx';
import type { FocusIn } from '../part/focus-in.ts';
import { useAdminAnnouncements } from './announcement-calls.ts';
import { stateAt, writtenLanguages } from './announcement-form.rules.ts';
import { AnnouncementForm } from './announcement-form.tsx';
import type { AnnouncementDraft } from './use-announcement-draft.ts';

type AnnouncementsPartProps = { host: string; draft: AnnouncementDraft; onFocus: FocusIn };

/** The announcements of a host: a list, or the form of one of them (§4.12, §10.24). */
export function AnnouncementsPart({ host, draft, onFocus }: AnnouncementsPartProps) {
  const { t } = useTranslation();
  const query = useAdminAnnouncements(host);
  const [removing, setRemoving] = useState<AdminAnnouncement | null>(null);
  const toList = () => onFocus('[data-add]');
  if (draft.form)
    return <AnnouncementForm form={draft.form} draft={draft} onFocus={onFocus} onClosed={toList} />;
  if (query.isPending) return <Loading />;
  if (!query.data)
    return (
      <RetryNotice
        title={t('announcement.loadFailed')}
        error={query.error}
        isFetching={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  const open = (announcement: AdminAnnouncement | null) => {
    if (announcement) draft.open(announcement);
    else draft.openNew();
    onFocus('form input');
  };
  const isFull = query.data.length >= limits.maxAnnouncements;
  return (
    <div className={style.form}>
      {query.data.length === 0 ? <p className={style.hint}>{t('announcement.none')}</p> : null}
      {query.data.length > 0 ? (
        <ul className={style.list}>
          {query.data.map((each) => (
            <AnnouncementItem
              key={each.id}
              announcement={each}
              onOpen={() => open(each)}
              onRemove={() => setRemoving(each)}
            />
          ))}
        </ul>
      ) : null}
      <div>
        <Button data-add="" isDisabled={isFull} onPress={() => open(null)}>
          <Plus size={20} aria-hidden="true" /> {t('announcement.add')}
        </Button>
      </div>
      {isFull ? <p className={style.hint}>{t('error.announcement.too_many')}</p> : null}
      <RemoveQuestion
        announcement={removing}
        draft={draft}
        onClose={() => {
          setRemoving(null);
          toList();
        }}
      />
    </div>
  );
}

/** Returns the title in the language of the page, or in the one that stands in for it. */
function useTitle(): (announcement: AdminAnnouncement) => string {
  const { i18n } = useTranslation();
  const language = isLanguage(i18n.language) ? i18n.language : 'de';
  return (announcement) => announcementText(announcement, language).title;
}

type ItemProps = { announcement: AdminAnnouncement; onOpen(): void; onRemove(): void };

function AnnouncementItem({ announcement, onOpen, onRemove }: ItemProps) {
  const { t, i18n } = useTranslation();
  const title = useTitle()(announcement);
  const { type, priority, starts_at: starts, expires_at: expires } = announcement;
  const state = stateAt(announcement, useNow(starts !== null || expires !== null));
  const when = (iso: string) => formatDateTime(iso, i18n.language);
  const facts = [
    t(`announcement.state.${state}`),
    starts && t('announcement.from', { when: when(starts) }),
    expires ? t('announcement.until', { when: when(expires) }) : t('announcement.always'),
    t('announcement.priorityOf', { priority }),
  ];
  return (
    <li className={style.person}>
      <div className={style.personText}>
        <p className={style.name}>{title}</p>
        <p className={style.facts}>{facts.filter(Boolean).join(' · ')}</p>
        <ul className={style.marks}>
          {[
            t(`announcement.type.${type}`),
            ...writtenLanguages(announcement).map((each) => t(`language.${each}`)),
          ].map((mark) => (
            <li key={mark}>{mark}</li>
          ))}
        </ul>
      </div>
      <div className={style.cardActions}>
        <Button icon look="quiet" aria-label={t('announcement.edit', { title })} onPress={onOpen}>
          <Pencil size={18} aria-hidden="true" />
        </Button>
        <Button icon look="quiet" aria-label={t('announcement.remove.action', { title })} onPress={onRemove}>
          <Trash2 size={18} aria-hidden="true" />
        </Button>
      </div>
    </li>
  );
}

type RemoveQuestionProps = {
  /** The announcement to delete; null while the dialog is closed. */
  announcement: AdminAnnouncement | null;
  draft: AnnouncementDraft;
  onClose(): void;
};

function RemoveQuestion({ announcement, draft: { remove }, onClose }: RemoveQuestionProps) {
  const { t } = useTranslation();
  const titleOf = useTitle();
  const title = announcement ? titleOf(announcement) : '';
  const run = async () => {
    if (!announcement) return;
    try {
      await remove.mutateAsync(announcement);
      toasts.add({ kind: 'safe', text: t('announcement.remove.done', { title }) });
    } catch (error) {
      toasts.add({
        kind: 'error',
        text: t('announcement.remove.failed', { reason: errorSentence(t, error) }),
      });
    }
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={announcement !== null}
      title={t('announcement.remove.title', { title })}
      confirmLabel={t('announcement.remove.confirm')}
      cancelLabel={t('shell.cancel')}
      danger
      isPending={remove.isPending}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      <p>{t('announcement.remove.text')}</p>
    </ConfirmDialog>
  );
}
