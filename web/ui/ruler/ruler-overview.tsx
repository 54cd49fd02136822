import { useId, useRef } from 'react';
import type { RulerPicture } from './ruler-draw.ts';
import { pxToTime } from './ruler.rules.ts';
import { useRulerCanvas } from './use-ruler-canvas.ts';
import { keyToPan, panWindow, wholeWindow } from './view.rules.ts';
import type { RulerWindow } from './view.rules.ts';
import style from './edit-ruler.module.css';

type RulerOverviewProps = {
  label: string;
  controls: string;
  picture: RulerPicture;
  durationS: number;
  window: RulerWindow;
  /** The visible part in words, for screen readers. */
  valueText: string;
  onWindow(window: RulerWindow): void;
};

export function RulerOverview(props: RulerOverviewProps) {
  const { durationS, window, onWindow } = props;
  const canvas = useRulerCanvas(props.picture, wholeWindow(durationS));
  const id = useId();
  /** Offset of the pointer from the left edge of the frame, s. */
  const held = useRef(0);
  const lengthS = window.toS - window.fromS;
  const share = (timeS: number) => `${durationS > 0 ? (timeS / durationS) * 100 : 0}%`;

  const timeAt = (event: React.PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return pxToTime({ ...wholeWindow(durationS), widthPx: box.width }, event.clientX - box.left);
  };
  const moveTo = (fromS: number) => onWindow(panWindow(window, fromS - window.fromS, durationS));

  return (
    <div
      id={id}
      className={style.overview}
      role="scrollbar"
      tabIndex={0}
      aria-label={props.label}
      aria-controls={props.controls}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={Math.round(durationS - lengthS)}
      aria-valuenow={Math.round(window.fromS)}
      aria-valuetext={props.valueText}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const next = keyToPan(event.key, window, durationS);
        if (!next) return;
        event.preventDefault();
        onWindow(next);
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const timeS = timeAt(event);
        const isInside = timeS >= window.fromS && timeS <= window.toS;
        held.current = isInside ? timeS - window.fromS : lengthS / 2;
        if (!isInside) moveTo(timeS - held.current);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) moveTo(timeAt(event) - held.current);
      }}
    >
      <canvas ref={canvas} className={style.canvas} />
      <div className={style.shade} style={{ left: 0, width: share(window.fromS) }} />
      <div className={style.shade} style={{ right: 0, width: share(durationS - window.toS) }} />
      <div className={style.frame} style={{ left: share(window.fromS), width: share(lengthS) }} />
    </div>
  );
}
