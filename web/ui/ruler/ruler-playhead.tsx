import { useRef } from 'react';
import { useEachFrame } from './use-each-frame.ts';
import type { RulerWindow } from './view.rules.ts';
import style from './ruler.module.css';

type RulerPlayheadProps = {
  window: RulerWindow;
  positionS: number;
  readPosition?: (() => number) | undefined;
  onLeave(timeS: number): void;
};

const shareOf = ({ fromS, toS }: RulerWindow, timeS: number) => (timeS - fromS) / (toS - fromS || 1);

/** The playhead of the ruler. During playback it moves without rendering. */
export function RulerPlayhead({ window, positionS, readPosition, onLeave }: RulerPlayheadProps) {
  const playhead = useRef<HTMLDivElement>(null);
  const wasSeen = useRef(false);
  const place = () => {
    const timeS = readPosition?.() ?? positionS;
    const share = shareOf(window, timeS);
    const isSeen = share >= 0 && share <= 1;
    if (playhead.current) {
      playhead.current.style.left = `${share * 100}%`;
      playhead.current.hidden = !isSeen;
    }
    // `onLeave` is called only if the playhead was visible before. If the person has scrolled away from it, the visible
    // part stays.
    if (readPosition && wasSeen.current && share > 1) onLeave(timeS);
    wasSeen.current = isSeen;
  };
  useEachFrame(readPosition !== undefined, place);
  return <div ref={playhead} className={style.playhead} />;
}
