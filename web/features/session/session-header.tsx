import { ChevronLeft, Download, EllipsisVertical, RefreshCw, Trash2 } from 'lucide-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#api/contract/session.ts';
import { RemoveSession } from '#web/features/library/remove-session.tsx';
import { RegenerateDialog } from '#web/features/processing/regenerate-dialog.tsx';
import { formatClock } from '#web/lib/format.ts';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { hasRecording, isKnownStatus } from './session.rules.ts';
import style from './session-header.module.css';
import { SessionTitle } from './session-title.tsx';
import { StatusLabel } from './status-label.tsx';
import { useDownload } from './use-download.ts';

/** Which session this is, where it stands, and what can be done with the whole of it. */
export function SessionHeader({ session }: { session: SessionDetail }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const [isRegenerating, setRegenerating] = useState(false);
  const download = useDownload(session.id);
  const hasAudio = session.audio !== null && session.audio.deleted_at === null;
  return (
    <header className={style.header}>
      <TextLink href="/library" className={style.back ?? ''}>
        <ChevronLeft size={18} aria-hidden="true" /> {t('session.back')}
      </TextLink>
      <div className={style.top}>
        <SessionTitle session={session} />
        <Menu
          label={t('session.menu')}
          triggerProps={{ icon: true }}
          trigger={<EllipsisVertical size={20} aria-hidden="true" />}
        >
          {hasAudio && hasRecording(session) ? (
            <MenuItem
              textValue={t('processing.regenerate.action')}
              icon={<RefreshCw size={18} aria-hidden="true" />}
              onAction={() => setRegenerating(true)}
            >
              {t('processing.regenerate.action')}
            </MenuItem>
          ) : null}
          {hasAudio ? (
            <MenuItem
              textValue={t('player.download')}
              icon={<Download size={18} aria-hidden="true" />}
              onAction={() => void download.start()}
            >
              {t('player.download')}
            </MenuItem>
          ) : null}
          <MenuItem
            danger
            textValue={t('library.remove.action')}
            icon={<Trash2 size={18} aria-hidden="true" />}
            onAction={() => setAsking(true)}
          >
            {t('library.remove.action')}
          </MenuItem>
        </Menu>
      </div>
      <p className={style.facts}>
        {isKnownStatus(session.status) ? (
          <span aria-live="polite">
            <StatusLabel status={session.status} />
          </span>
        ) : null}
        <span>{t(`language.${session.language}`)}</span>
        {session.duration > 0 ? <span>{formatClock(session.duration)}</span> : null}
      </p>
      <RegenerateDialog session={session} isOpen={isRegenerating} onClose={() => setRegenerating(false)} />
      <RemoveSession
        item={isAsking ? session : null}
        onClose={() => setAsking(false)}
        onRemoved={() => void navigate({ to: '/library' })}
      />
    </header>
  );
}
