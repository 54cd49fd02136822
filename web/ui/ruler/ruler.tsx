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
  label: string;
  /** Text alternative: length, share of speech, spots of poor quality. */
  contents: readonly string[];
  durationS: number;
  peaks: RulerPeaks | null;
  regions?: readonly Span[] | null;
  marks?: readonly RulerMark[];
  cells?: readonly RulerCell[];
  size?: 'full' | 'bar' | 'live';
  /** The visible part; the whole recording by default. */
  window?: RulerWindow;
  /** Audio after this time, s, is not stored yet, and is drawn as an outline. */
  savedS?: number | undefined;
  /** Playback position, s. Without it no playhead is drawn. */
  positionS?: number;
  /** Returns the exact position, s. It is read before every frame during playback. */
  readPosition?: (() => number) | undefined;
  onSeek?: (timeS: number) => void;
  formatTime: (timeS: number) => string;
  formatHover?: (timeS: number) => string;
  speakTime: (timeS: number) => string;
};

const none: readonly never[] = [];

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
      <Contents id={contentsId} texts={props.contents} />
    </div>
  );
}

/** The text alternative. It is memoized, because it may have thousands of entries and the position changes often. */
const Contents = memo(function Contents({ id, texts }: { id: string; texts: readonly string[] }) {
  return (
    <ul id={id} className={style.contents}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
});

type SeekableProps = RulerProps & {
  onSeek: (timeS: number) => void;
  contentsId: string;
  children: React.ReactNode;
};

function Seekable(props: SeekableProps) {
  const { durationS, positionS = 0, readPosition, onSeek, formatHover = props.formatTime } = props;
  const [hoverPx, setHoverPx] = useState<{ px: number; widthPx: number } | null>(null);
  const { surface, playhead } = usePlayhead({ durationS, positionS, readPosition });

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
      // An `input` of type range would draw its own thumb and use its own steps.
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
      {props.positionS !== undefined ? <div ref={playhead} className={style.playhead} /> : null}
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
