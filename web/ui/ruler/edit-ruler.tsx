import { useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { chooseHandles, handleId, keptHandles, selectionHandles } from './handle.rules.ts';
import type { RulerHandleKey } from './handle.rules.ts';
import type { RulerMark, RulerPicture } from './ruler-draw.ts';
import type { RulerText } from './ruler-draw-text.ts';
import { createRulerGestures } from './ruler-gestures.ts';
import type { RulerGestures } from './ruler-gestures.ts';
import { RulerHandleGrip } from './ruler-handle.tsx';
import { RulerOverview } from './ruler-overview.tsx';
import { RulerPlayhead } from './ruler-playhead.tsx';
import { RulerPosition } from './ruler-position.tsx';
import type { RulerPeaks, Span } from './ruler.rules.ts';
import { keyToZoom, turnPage, windowToShow, zoomByKey } from './view.rules.ts';
import type { RulerWindow } from './view.rules.ts';
import ruler from './ruler.module.css';
import style from './edit-ruler.module.css';

export type { RulerHandleKey } from './handle.rules.ts';

export type EditRulerProps = {
  /** Accessible names of the ruler and of the overview. */
  label: string;
  overviewLabel: string;
  labelHandle: (handle: RulerHandleKey) => string;
  /** Text alternative of the ruler. */
  contents: readonly string[];
  durationS: number;
  peaks: RulerPeaks | null;
  regions: readonly Span[] | null;
  marks: readonly RulerMark[];
  /** What is said; null if it is not known. */
  text: RulerText | null;
  kept: readonly Span[];
  proposals: readonly Span[];
  selection: Span | null;
  window: RulerWindow;
  positionS: number;
  /** Returns the exact position, s. It is read before every frame during playback. */
  readPosition?: (() => number) | undefined;
  /** Called for keys that move the playhead. */
  onSeek: (timeS: number) => void;
  /** Called for a click or tap. */
  onPress: (timeS: number) => void;
  onSelect: (selection: Span | null) => void;
  onWindow: (window: RulerWindow) => void;
  /** All moves of one drag, or of one stretch of keyboard focus, have the same `gesture`. */
  onMove: (handle: RulerHandleKey, timeS: number, gesture: string) => void;
  formatTime: (timeS: number, digits: number) => string;
  speakTime: (timeS: number) => string;
};

const finestLabelS = 0.01;

export function EditRuler(props: EditRulerProps) {
  const { durationS, kept, selection, window } = props;
  const id = useId();
  const surface = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLDivElement>(null);
  const [usedId, setUsedId] = useState<string | null>(null);
  const uses = useRef(0);
  const widthPx = useWidth(surface);
  const gestures = useGestures(surface, props);
  const { picture, overview } = usePictures(props);
  const handles = useMemo(() => {
    const view = { ...window, widthPx };
    return [
      ...chooseHandles(keptHandles(kept, durationS), view, usedId),
      ...chooseHandles(selectionHandles(selection, durationS), view, usedId),
    ];
  }, [kept, selection, durationS, window, widthPx, usedId]);

  // If the focused handle is gone, because it has closed its cut, the focus moves to the ruler.
  const isUsedGone = usedId !== null && !handles.some((handle) => handleId(handle) === usedId);
  useLayoutEffect(() => {
    if (isUsedGone && document.activeElement === document.body)
      slider.current?.focus({ preventScroll: true });
  }, [isUsedGone]);

  const showTime = (timeS: number) => props.onWindow(windowToShow(window, timeS, durationS));
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape' && gestures.current?.cancel()) {
      event.stopPropagation();
      return;
    }
    const zoom = keyToZoom(event.key);
    if (!zoom) return;
    event.preventDefault();
    const used = handles.find((handle) => handleId(handle) === usedId);
    const atS = used?.atS ?? props.readPosition?.() ?? props.positionS;
    props.onWindow(zoomByKey(window, zoom, atS, durationS));
  };

  return (
    // The zoom keys work on the playhead, on the handles and on the overview.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={style.rulers} onKeyDown={onKeyDown}>
      <div
        ref={surface}
        id={id}
        className={`${ruler.ruler} ${style.main}`}
        data-text={props.text ? true : undefined}
      >
        <RulerPosition
          slider={slider}
          picture={picture}
          label={props.label}
          contentsId={`${id}-contents`}
          durationS={durationS}
          window={window}
          positionS={props.positionS}
          readPosition={props.readPosition}
          speakTime={props.speakTime}
          onSeek={(timeS) => {
            props.onSeek(timeS);
            showTime(timeS);
          }}
        />
        <RulerPlayhead
          window={window}
          positionS={props.positionS}
          readPosition={props.readPosition}
          onLeave={(timeS) => props.onWindow(turnPage(window, timeS, durationS))}
        />
        <div className={style.handles}>
          {handles.map((handle) => (
            <RulerHandleGrip
              key={handleId(handle)}
              handle={handle}
              share={(handle.atS - window.fromS) / (window.toS - window.fromS || 1)}
              label={props.labelHandle(handle)}
              speakTime={props.speakTime}
              onMove={(timeS) => {
                props.onMove(handle, timeS, `keys-${id}-${uses.current}`);
                showTime(timeS);
              }}
              onUse={(isUsed) => {
                if (isUsed) uses.current += 1;
                setUsedId(isUsed ? handleId(handle) : null);
              }}
            />
          ))}
        </div>
        <ul id={`${id}-contents`} className={ruler.contents}>
          {props.contents.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
      <div className={`${ruler.ruler} ${style.strip}`}>
        <RulerOverview
          label={props.overviewLabel}
          controls={id}
          picture={overview}
          durationS={durationS}
          window={window}
          valueText={`${props.speakTime(window.fromS)} – ${props.speakTime(window.toS)}`}
          onWindow={props.onWindow}
        />
      </div>
    </div>
  );
}

type Pictured = Pick<
  EditRulerProps,
  'peaks' | 'regions' | 'marks' | 'text' | 'kept' | 'proposals' | 'selection' | 'formatTime'
>;

/** Returns the pictures of the ruler and of the overview. The overview has no marks, no text and no axis. */
function usePictures({ peaks, regions, marks, text, kept, proposals, selection, formatTime }: Pictured) {
  const picture = useMemo<RulerPicture>(
    () => ({
      peaks,
      regions,
      marks,
      cells: [],
      hasAxis: true,
      formatTime,
      minStepS: finestLabelS,
      edits: { kept, proposals, selection },
      text,
    }),
    [peaks, regions, marks, text, kept, proposals, selection, formatTime],
  );
  const overview = useMemo<RulerPicture>(
    () => ({ ...picture, marks: [], text: null, hasAxis: false }),
    [picture],
  );
  return { picture, overview };
}

function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [widthPx, setWidthPx] = useState(0);
  useLayoutEffect(() => {
    const found = element.current;
    if (!found) return;
    const measure = () => setWidthPx(found.clientWidth);
    measure();
    const size = new ResizeObserver(measure);
    size.observe(found);
    return () => size.disconnect();
  }, [element]);
  return widthPx;
}

function useGestures(surface: React.RefObject<HTMLElement | null>, props: EditRulerProps) {
  const owned = useRef<RulerGestures>(null);
  const all = () => [
    ...keptHandles(props.kept, props.durationS),
    ...selectionHandles(props.selection, props.durationS),
  ];
  const find = (id: string) => all().find((handle) => handleId(handle) === id);
  const read = useEffectEvent(() => props);
  const handleTime = useEffectEvent((id: string) => find(id)?.atS ?? null);
  const onMove = useEffectEvent((id: string, timeS: number, gesture: string) => {
    const [of, index, side] = id.split('-') as [RulerHandleKey['of'], string, RulerHandleKey['side']];
    props.onMove({ of, index: Number(index), side }, timeS, gesture);
  });
  const onPress = useEffectEvent((timeS: number) => props.onPress(timeS));
  const onSelect = useEffectEvent((span: Span | null) => props.onSelect(span));
  const onWindow = useEffectEvent((window: RulerWindow) => props.onWindow(window));
  useEffect(() => {
    if (!surface.current) return;
    const made = createRulerGestures(surface.current, {
      read: () => read(),
      handleTime: (id) => handleTime(id),
      onPress: (timeS) => onPress(timeS),
      onSelect: (span) => onSelect(span),
      onWindow: (window) => onWindow(window),
      onMove: (id, timeS, gesture) => onMove(id, timeS, gesture),
    });
    owned.current = made;
    return () => made[Symbol.dispose]();
  }, [surface]);
  return owned;
}
