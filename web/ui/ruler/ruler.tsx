import { clsx } from 'clsx';
import { memo, useId, useMemo, useState } from 'react';
import type { RulerCell, RulerMark } from './ruler-draw.ts';
import type { RulerSaid } from './ruler-draw-said.ts';
import { keyToTime, pxToTime } from './ruler.rules.ts';
import type { RulerPeaks, Span } from './ruler.rules.ts';
import { usePlayhead } from './use-playhead.ts';
import { useRulerCanvas } from './use-ruler-canvas.ts';
import { wholeWindow } from './view.rules.ts';
import type { RulerWindow } from './view.rules.ts';
import style from './ruler.module.css';

export type { RulerCell, RulerMark } from './ruler-draw.ts';
export type { RulerLane } from './ruler-draw-said.ts';
export type { RulerPeaks } from './ruler.rules.ts';

export type RulerProps = RulerSaid & {
  /** What this is a picture of. */
  label: string;
  /** What it shows, for those who do not see it: length, share of speech, spots. */
  contents: readonly string[];
  durationS: number;
  peaks: RulerPeaks | null;
  regions?: readonly Span[] | null;
  marks?: readonly RulerMark[];
  cells?: readonly RulerCell[];
  size?: 'full' | 'bar' | 'live';
  /** The part that is seen; the whole unless said. */
  window?: RulerWindow;
  /** What comes after it, s, is drawn as an outline: not kept yet. */
  savedS?: number | undefined;
  /** s; without it there is no playhead. */
  positionS?: number;
  /** Asked before every frame while it is given: where a moving playhead is, s. */
  readPosition?: (() => number) | undefined;
  /** With it the ruler is a slider. */
  onSeek?: (timeS: number) => void;
  formatTime: (timeS: number) => string;
  /** What stands beside the pointer; the time unless said. */
  formatHover?: (timeS: number) => string;
  /** The value as it is spoken. */
  speakTime: (timeS: number) => string;
};

const none: readonly never[] = [];

/** One horizontal picture of a recording, drawn from stored peaks. Arrow keys 1 s, with Shift 10 s, Home, End. */
export function Ruler(props: RulerProps) {
  const { durationS, peaks, regions = null, marks = none, cells = none, formatTime, onSeek } = props;
  const { savedS, lanes, doubts, finds } = props;
  const contentsId = useId();
  const picture = useMemo(
    () => ({ peaks, regions, marks, cells, savedS, lanes, doubts, finds, hasAxis: true, formatTime }),
    [peaks, regions, marks, cells, savedS, lanes, doubts, finds, formatTime],
  );

  const whole = useMemo(() => wholeWindow(durationS), [durationS]);
  const canvas = useRulerCanvas(picture, props.window ?? whole);

  return (
    <div
      className={clsx(style.ruler, style[props.size ?? 'full'])}
      data-lanes={lanes?.length || undefined}
      style={lanes?.length ? ({ '--ruler-lanes': lanes.length } as React.CSSProperties) : undefined}
    >
      {onSeek ? (
        <Seekable {...props} onSeek={onSeek} contentsId={contentsId}>
          <canvas ref={canvas} className={style.canvas} />
        </Seekable>
      ) : (
        <figure className={style.surface} aria-label={props.label} aria-describedby={contentsId}>
          <canvas ref={canvas} className={style.canvas} />
        </figure>
      )}
      <Contents id={contentsId} lines={props.contents} />
    </div>
  );
}

/** Thousands of marks at most: put together once, however often the playhead is told. */
const Contents = memo(function Contents({ id, lines }: { id: string; lines: readonly string[] }) {
  return (
    <ul id={id} className={style.contents}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
});

type SeekableProps = RulerProps & {
  onSeek: (timeS: number) => void;
  contentsId: string;
  children: React.ReactNode;
};

/** The same picture with a playhead that pointer and keys move. */
function Seekable(props: SeekableProps) {
  const { durationS, positionS = 0, readPosition, onSeek, formatHover = props.formatTime } = props;
  const [hoverPx, setHoverPx] = useState<{ px: number; widthPx: number } | null>(null);
  const { surface, line } = usePlayhead({ durationS, positionS, readPosition });

  const locate = (event: React.PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return { px: event.clientX - box.left, widthPx: box.width };
  };
  const timeAt = (spot: { px: number; widthPx: number }) =>
    pxToTime({ fromS: 0, toS: durationS, widthPx: spot.widthPx }, spot.px);

  return (
    <div
      ref={surface}
      className={style.surface}
      // An input of type range would draw its own thumb and jump by its own steps.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="slider"
      tabIndex={0}
      aria-label={props.label}
      aria-describedby={props.contentsId}
      aria-valuemin={0}
      aria-valuemax={Math.round(durationS)}
      aria-valuenow={Math.round(positionS)}
      aria-valuetext={props.speakTime(positionS)}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const nowS = readPosition?.() ?? positionS;
        const timeS = keyToTime(event.key, event.shiftKey, nowS, durationS);
        if (timeS === null) return;
        event.preventDefault();
        onSeek(timeS);
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        onSeek(timeAt(locate(event)));
      }}
      onPointerMove={(event) => {
        const spot = locate(event);
        setHoverPx(event.pointerType === 'touch' ? null : spot);
        if (event.currentTarget.hasPointerCapture(event.pointerId)) onSeek(timeAt(spot));
      }}
      onPointerLeave={() => setHoverPx(null)}
    >
      {props.children}
      {props.positionS !== undefined ? <div ref={line} className={style.playhead} /> : null}
      {hoverPx ? (
        <div className={style.hover} style={{ left: Math.min(hoverPx.widthPx, Math.max(0, hoverPx.px)) }}>
          <span className={style.hoverTime} data-edge={edgeOf(hoverPx)}>
            {formatHover(timeAt(hoverPx))}
          </span>
        </div>
      ) : null}
    </div>
  );
}

const edgeOf = ({ px, widthPx }: { px: number; widthPx: number }) =>
  px < 32 ? 'start' : px > widthPx - 32 ? 'end' : undefined;
