import { useTranslation } from 'react-i18next';
import { HardDrive } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { Notice } from '#web/ui/notice.tsx';
import style from './before-recording.module.css';
import { roomOf, serverMinutes } from './record-screen.rules.ts';
import type { Recording } from '#web/features/recording/state/recording.rules.ts';

export type Quota = { used_bytes: number; limit_bytes: number };

type StorageLineProps = { recording: Recording; bytesPerS: number; quota: Quota | null };

export function StorageLine({ recording, bytesPerS, quota }: StorageLineProps) {
  const { t } = useTranslation();
  const { storage, longestS } = useSnapshot(recording.state);
  const onServer = serverMinutes(quota, bytesPerS, longestS);
  const room = storage && roomOf(storage, bytesPerS, longestS);
  return (
    <>
      {/* An empty line until the free space is known, so that the button below does not move when the text appears. */}
      {storage === null ? <p className={style.storage} aria-hidden="true" /> : null}
      {onServer === null ? null : (
        <Notice kind="warn" title={t('recording.storage.server', { count: onServer })}>
          <p>{t('recording.storage.serverText')}</p>
        </Notice>
      )}
      {room?.kind === 'memory' ? (
        <Notice kind="warn" title={t('recording.storage.memory')}>
          <p>{t('recording.storage.memoryText')}</p>
        </Notice>
      ) : null}
      {room?.kind === 'minutes' ? (
        <Notice kind="warn" title={t('recording.storage.minutes', { count: room.count })}>
          <p>{t('recording.storage.minutesText')}</p>
        </Notice>
      ) : null}
      {room?.kind === 'hours' || room?.kind === 'plenty' || room?.kind === 'unknown' ? (
        <p className={style.storage}>
          <HardDrive size={18} aria-hidden="true" />
          {room.kind === 'hours'
            ? t('recording.storage.hours', { count: room.count })
            : t(`recording.storage.${room.kind}`)}
        </p>
      ) : null}
    </>
  );
}
