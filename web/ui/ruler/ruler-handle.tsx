import { clsx } from 'clsx';
import { handleId, keyToHandleTime } from './handle.rules.ts';
import type { RulerHandle } from './handle.rules.ts';
import style from './edit-ruler.module.css';

type RulerHandleProps = {
  handle: RulerHandle;
  /** Horizontal position, 0 to 1 of the width. */
  share: number;
  label: string;
  speakTime: (timeS: number) => string;
  onMove(timeS: number): void;
  onUse(isUsed: boolean): void;
};

/** Handle at one end of a span: a line of full height with a touchable grip. The ruler around it handles dragging. */
export function RulerHandleGrip({ handle, share, label, speakTime, onMove, onUse }: RulerHandleProps) {
  return (
    <div
      className={clsx(style.handle, style[handle.of], style[handle.side])}
      style={{ left: `${share * 100}%` }}
      data-handle={handleId(handle)}
      // An `input` of type range would draw its own thumb and use its own steps.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={round(handle.minS)}
      aria-valuemax={round(handle.maxS)}
      aria-valuenow={round(handle.atS)}
      aria-valuetext={speakTime(handle.atS)}
      onFocus={() => onUse(true)}
      onBlur={() => onUse(false)}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey) return;
        const timeS = keyToHandleTime(event, handle);
        if (timeS === null) return;
        event.preventDefault();
        event.stopPropagation();
        onMove(timeS);
      }}
    >
      <span className={style.grip} />
    </div>
  );
}

const round = (timeS: number): number => Math.round(timeS * 100) / 100;
