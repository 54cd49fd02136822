import { ChevronLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#api/contract/session.ts';
import { libraryHref } from '#web/features/library/index.ts';
import { formatClock, formatDate } from '#web/lib/format.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { dayToDate, isKnownStatus } from '#web/parts/session/session.rules.ts';
import style from './session-header.module.css';
import { SessionMenu } from './session-menu.tsx';
import { SessionTitle } from './session-title.tsx';
import { StatusLabel } from '#web/parts/session/status-label.tsx';

export function SessionHeader({ session }: { session: SessionDetail }) {
  const { t } = useTranslation();
  return (
    <header className={style.header}>
      <div className={style.top}>
        <TextLink href={libraryHref()} className={style.back ?? ''}>
          <ChevronLeft size={24} aria-hidden="true" />
          <VisuallyHidden>{t('session.back')}</VisuallyHidden>
        </TextLink>
        <SessionTitle session={session} />
        <SessionMenu session={session} />
      </div>
      <div className={style.facts}>
        {isKnownStatus(session.status) ? (
          <span aria-live="polite">
            <StatusLabel status={session.status} />
          </span>
        ) : null}
        <span className={style.language}>{t(`language.${session.language}`)}</span>
        {session.duration > 0 ? <span>{formatClock(session.duration)}</span> : null}
        <Kept session={session} />
      </div>
    </header>
  );
}

function Kept({ session: { audio, retention } }: { session: SessionDetail }) {
  const { t, i18n } = useTranslation();
  const hasAudio = audio !== null && audio.deleted_at === null;
  const day = hasAudio ? retention.audio_until : retention.content_until;
  const date = formatDate(dayToDate(day), i18n.language);
  return <span>{t(hasAudio ? 'session.kept.audio' : 'session.kept.content', { date })}</span>;
}
