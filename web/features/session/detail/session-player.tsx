import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#api/contract/session.ts';
import { fetchAudioUrl, type Player, PlayerBar, usePeaks, usePlayer } from '#web/features/player/index.ts';
import { isWorking } from '#web/parts/session/session.rules.ts';
import style from './session-screen.module.css';

type SessionPlayerProps = {
  session: SessionDetail;
  audio: NonNullable<SessionDetail['audio']>;
  onPlayer(player: Player | null): void;
};

export function SessionPlayer({ session, audio, onPlayer }: SessionPlayerProps) {
  const { t } = useTranslation();
  const { id, title } = session;
  const isSettled = !isWorking(session.status);
  const peaks = usePeaks(id, isSettled);
  const player = usePlayer({
    // The server may measure the length while somebody listens: then the file is the same.
    key: `${id} ${audio.bytes}`,
    title,
    durationS: audio.duration,
    getUrl: (signal) => fetchAudioUrl(id, signal),
  });
  useEffect(() => {
    onPlayer(player);
    return () => onPlayer(null);
  }, [player, onPlayer]);
  if (!player) return null;
  return (
    <div className={style.player} data-screen-bottom>
      {peaks.isError && isSettled ? <output>{t('player.peaksFailed')}</output> : null}
      <PlayerBar
        player={player}
        title={title}
        peaks={peaks.data ?? null}
        speech={session.speech}
        verdict={session.verdict}
        markers={session.markers}
        transcript={session.transcript}
      />
    </div>
  );
}
