import { LocateFixed } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Transcript } from '#api/contract/transcript.ts';
import type { Player } from '#web/features/player/player.state.ts';
import { Button } from '#web/ui/button.tsx';
import { TranscriptList } from './transcript-list.tsx';
import { usePlace } from './use-place.ts';
import style from './transcript.module.css';

type TranscriptViewProps = { transcript: Transcript; player: Player | null };

/** The text, played from any word, followed while it plays until the reader scrolls away. */
export function TranscriptView({ transcript, player }: TranscriptViewProps) {
  const { t } = useTranslation();
  const { place, isPlaying } = usePlace(player, transcript.segments);
  const { isFollowing, setFollowing } = useFollowing(isPlaying);
  const play = useCallback(
    (timeS: number) => {
      if (!player) return;
      setFollowing(true);
      player.seek(timeS);
      player.play();
    },
    [player, setFollowing],
  );
  return (
    <div className={style.transcript} data-partial={transcript.partial || undefined}>
      {transcript.partial ? <p className={style.partial}>{t('transcript.partial')}</p> : null}
      <TranscriptList
        transcript={transcript}
        place={place}
        followed={isPlaying && isFollowing && place ? place.segment : null}
        onPlay={player ? play : null}
      />
      {isPlaying && !isFollowing ? (
        <div className={style.follow}>
          <Button onPress={() => setFollowing(true)}>
            <LocateFixed size={18} aria-hidden="true" /> {t('transcript.follow')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

const scrollKeys = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown']);

/** Follows until the reader scrolls by wheel, finger or key. Starting to play follows again. */
function useFollowing(isPlaying: boolean) {
  const [isFollowing, setFollowing] = useState(true);
  const wasPlaying = useRef(isPlaying);
  useEffect(() => {
    if (isPlaying && !wasPlaying.current) setFollowing(true);
    wasPlaying.current = isPlaying;
  }, [isPlaying]);
  useEffect(() => {
    if (!isPlaying) return;
    const controller = new AbortController();
    const { signal } = controller;
    const leave = () => setFollowing(false);
    window.addEventListener('wheel', leave, { passive: true, signal });
    window.addEventListener('touchmove', leave, { passive: true, signal });
    window.addEventListener(
      'keydown',
      ({ key, target }) => {
        const isOnRuler = target instanceof Element && target.closest('[role="slider"]');
        if (scrollKeys.has(key) && !isOnRuler) leave();
      },
      { signal },
    );
    return () => controller.abort();
  }, [isPlaying]);
  return { isFollowing, setFollowing };
}
