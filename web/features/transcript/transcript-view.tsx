import { LocateFixed, TriangleAlert } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Transcript } from '#api/contract/transcript.ts';
import type { Player } from '#web/features/player/player.state.ts';
import { Button } from '#web/ui/button.tsx';
import { TranscriptList } from './transcript-list.tsx';
import { TranscriptSpeakers } from './transcript-speakers.tsx';
import { doubtfulSegments, nextOf } from './transcript.rules.ts';
import { usePlace } from '#web/features/session/use-place.ts';
import type { TranscriptEdits } from './use-transcript-edits.ts';
import style from './transcript.module.css';

type TranscriptViewProps = {
  transcript: Transcript;
  player: Player | null;
  /** Length of the recording, s. */
  durationS?: number;
  /** null: it is only read. */
  edits?: TranscriptEdits | null;
  /** The engine is at work: what is there is not the end. */
  isWriting?: boolean;
  /** Which version this is, and the others. */
  version?: React.ReactNode;
};

/** The text, played from any word, followed while it plays until the reader scrolls away. */
export function TranscriptView(props: TranscriptViewProps) {
  const { transcript, player, durationS = 0, edits = null, version = null } = props;
  const isWriting = props.isWriting ?? transcript.partial;
  const { t } = useTranslation();
  const { segments, partial } = transcript;
  const { place, isPlaying } = usePlace(player, segments);
  const { isFollowing, setFollowing } = useFollowing(isPlaying);
  const [wanted, setWanted] = useState<{ index: number } | null>(null);
  const doubtful = useMemo(() => doubtfulSegments(segments), [segments]);
  const play = useCallback(
    (timeS: number) => {
      if (!player) return;
      setFollowing(true);
      player.seek(timeS);
      player.play();
    },
    [player, setFollowing],
  );
  const goToNextDoubt = () => {
    const index = nextOf(doubtful, wanted?.index ?? -1);
    if (index === null) return;
    setFollowing(false);
    setWanted({ index });
  };
  return (
    <div className={style.transcript} data-partial={partial || undefined}>
      <div className={style.bar}>
        {version}
        {doubtful.length > 0 ? (
          <Button look="quiet" className={style.next} onPress={goToNextDoubt}>
            <TriangleAlert size={18} aria-hidden="true" className={style.warn} />
            <span className={style.count}>
              {t('transcript.doubt.next')} ({doubtful.length})
            </span>
          </Button>
        ) : null}
      </div>
      <TranscriptSpeakers transcript={transcript} durationS={durationS} edits={edits} />
      {partial ? (
        <p className={style.partial}>{t(isWriting ? 'transcript.partial' : 'transcript.stopped')}</p>
      ) : null}
      <TranscriptList
        transcript={transcript}
        place={place}
        followed={isPlaying && isFollowing && place ? place.segment : null}
        wanted={wanted}
        edits={edits}
        onPlay={player ? play : null}
      />
      {partial && isWriting ? <p className={style.writing}>{t('transcript.writing')}</p> : null}
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
