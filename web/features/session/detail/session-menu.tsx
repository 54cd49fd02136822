import { Download, EllipsisVertical, FileDown, RefreshCw, Share2, Sparkles, Trash2 } from 'lucide-react';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#api/contract/session.ts';
import { ExportDialog } from '#web/features/export/index.ts';
import { ShareDialog } from '#web/features/share/index.ts';
import { libraryHref, RemoveSessions } from '#web/features/library/index.ts';
import { RegenerateDialog, useAskProcess } from '#web/features/processing/index.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import style from './session-header.module.css';
import { hasRecording } from '#web/parts/session/session.rules.ts';
import { useHasTag } from '#web/lib/domain-config.ts';
import { useDownload } from './use-download.ts';

type Asked = 'export' | 'share' | 'regenerate' | 'remove';

export function SessionMenu({ session }: { session: SessionDetail }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked | null>(null);
  /** Dialogs that were opened. They stay mounted for their closing animation. */
  const [seen, setSeen] = useState<ReadonlySet<Asked>>(new Set());
  const download = useDownload(session.id);
  const askProcess = useAskProcess();
  const [canShare, canDownload] = [useHasTag('share'), useHasTag('audio_download')];
  const hasAudio = session.audio !== null && session.audio.deleted_at === null;
  const ask = (what: Asked) => () => {
    setSeen((former) => new Set([...former, what]));
    setAsked(what);
  };
  const close = () => setAsked(null);
  const items = [
    {
      key: 'process',
      label: t('processing.dialog.menu'),
      Icon: Sparkles,
      run: () => askProcess?.(),
      isShown: askProcess !== null,
    },
    {
      key: 'export',
      label: t('export.action'),
      Icon: FileDown,
      run: ask('export'),
      isShown: hasRecording(session),
    },
    {
      key: 'share',
      label: t('share.action'),
      Icon: Share2,
      run: ask('share'),
      isShown: canShare && hasRecording(session),
    },
    {
      key: 'regenerate',
      label: t('processing.regenerate.action'),
      Icon: RefreshCw,
      run: ask('regenerate'),
      isShown: hasAudio && hasRecording(session),
    },
    {
      key: 'download',
      label: t('player.download'),
      Icon: Download,
      run: () => void download.start(),
      isShown: canDownload && hasAudio,
    },
    { key: 'remove', label: t('library.remove.action'), Icon: Trash2, run: ask('remove'), isShown: true },
  ];
  return (
    <div className={style.actions} data-tour="menu">
      {hasRecording(session) ? (
        <Button className={style.aside} onPress={ask('export')}>
          <FileDown size={18} aria-hidden="true" /> {t('session.export')}
        </Button>
      ) : null}
      {askProcess ? (
        <Button look="primary" className={style.aside} data-tour="process" onPress={() => askProcess()}>
          <Sparkles size={18} aria-hidden="true" /> {t('processing.dialog.action')}
        </Button>
      ) : null}
      <Menu
        label={t('session.menu')}
        triggerProps={{ icon: true }}
        trigger={<EllipsisVertical size={20} aria-hidden="true" />}
      >
        {items
          .filter(({ isShown }) => isShown)
          .map(({ key, label, Icon, run }) => (
            <MenuItem
              key={key}
              id={key}
              danger={key === 'remove'}
              textValue={label}
              icon={<Icon size={18} aria-hidden="true" />}
              onAction={run}
            >
              {label}
            </MenuItem>
          ))}
      </Menu>
      <Suspense>
        {seen.has('export') ? (
          <ExportDialog session={session} isOpen={asked === 'export'} onClose={close} />
        ) : null}
        {seen.has('share') ? (
          <ShareDialog session={session} isOpen={asked === 'share'} onClose={close} />
        ) : null}
        {seen.has('regenerate') ? (
          <RegenerateDialog session={session} isOpen={asked === 'regenerate'} onClose={close} />
        ) : null}
        {seen.has('remove') ? (
          <RemoveSessions
            sessions={asked === 'remove' ? [session] : []}
            onClose={close}
            onRemoved={() => void navigate({ href: libraryHref() })}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
