import { EllipsisVertical, FolderOpen, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SessionItem } from '#api/contract/session.ts';
import { rowProgressText } from '#web/features/session/progress-text.ts';
import { StatusLabel } from '#web/features/session/status-label.tsx';
import { formatClock, formatTimeOfDay, spokenDuration } from '#web/lib/format.ts';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import style from './session-row.module.css';

type SessionRowProps = { item: SessionItem; onRemove(item: SessionItem): void };

export function SessionRow({ item, onRemove }: SessionRowProps) {
  const { t, i18n } = useTranslation();
  const href = `/library/${item.id}`;
  const progress = rowProgressText(t, item);
  const facts = [
    formatTimeOfDay(item.date, i18n.language),
    t(`language.${item.language}`),
    item.participants ? t('library.participants', { count: item.participants }) : null,
  ].filter(Boolean);
  return (
    <li className={style.row}>
      <div className={style.main}>
        <TextLink href={href} className={style.title}>
          {item.title}
        </TextLink>
        <p className={style.facts}>{facts.join(' · ')}</p>
      </div>
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
      <p className={style.status}>
        <StatusLabel status={item.status} />
        {progress ? <span className={style.progress}>{progress}</span> : null}
      </p>
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
            danger
            textValue={t('library.remove.action')}
            icon={<Trash2 size={18} aria-hidden="true" />}
            onAction={() => onRemove(item)}
          >
            {t('library.remove.action')}
          </MenuItem>
        </Menu>
      </div>
    </li>
  );
}
