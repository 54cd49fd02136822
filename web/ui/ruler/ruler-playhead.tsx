import { useRef } from 'react';
import { useEachFrame } from './use-each-frame.ts';
import type { RulerWindow } from './view.rules.ts';
import style from './ruler.module.css';

type RulerPlayheadProps = {
  window: RulerWindow;
  /** s. */
  positionS: number;
  /** Asked before every frame while it is given, s. */
  readPosition?: (() => number) | undefined;
  /** A moving playhead has just run out of sight. */
  onLeave(timeS: number): void;
};

const shareOf = ({ fromS, toS }: RulerWindow, timeS: number) => (timeS - fromS) / (toS - fromS || 1);

/** A line at the time that is heard; moved without rendering while it plays. */
export function RulerPlayhead({ window, positionS, readPosition, onLeave }: RulerPlayheadProps) {
  const line = useRef<HTMLDivElement>(null);
  const wasSeen = useRef(false);
  const place = () => {
    const timeS = readPosition?.() ?? positionS;
    const share = shareOf(window, timeS);
    const isSeen = share >= 0 && share <= 1;
    if (line.current) {
      line.current.style.left = `${share * 100}%`;
      line.current.hidden = !isSeen;
    }
    // Someone who looks elsewhere on purpose is left there.
    if (readPosition && wasSeen.current && share > 1) onLeave(timeS);
    wasSeen.current = isSeen;
  };
  useEachFrame(readPosition !== undefined, place);
  return <div ref={line} className={style.playhead} />;
}
