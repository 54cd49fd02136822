import { keyToFineTime, keyToTime } from './ruler.rules.ts';
import type { RulerPicture } from './ruler-draw.ts';
import { useRulerCanvas } from './use-ruler-canvas.ts';
import type { RulerWindow } from './view.rules.ts';
import ruler from './ruler.module.css';
import style from './edit-ruler.module.css';

type RulerPositionProps = {
  slider: React.Ref<HTMLDivElement>;
  picture: RulerPicture;
  label: string;
  /** Id of the element with the text alternative. */
  contentsId: string;
  durationS: number;
  window: RulerWindow;
  positionS: number;
  readPosition?: (() => number) | undefined;
  speakTime: (timeS: number) => string;
  /** Called for keys that move the playhead. */
  onSeek: (timeS: number) => void;
};

/** Shows the picture of the ruler as a slider whose value is the playback position. */
export function RulerPosition({ slider, ...props }: RulerPositionProps) {
  const { durationS, positionS, readPosition } = props;
  const canvas = useRulerCanvas(props.picture, props.window);
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return;
    const nowS = readPosition?.() ?? positionS;
    const timeS = event.altKey
      ? keyToFineTime(event.key, nowS, durationS)
      : keyToTime(event.key, event.shiftKey, nowS, durationS);
    if (timeS === null) return;
    event.preventDefault();
    props.onSeek(timeS);
  };
  return (
    <div
      ref={slider}
      className={ruler.surface}
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
      onKeyDown={onKeyDown}
    >
      <canvas ref={canvas} className={style.canvas} />
    </div>
  );
}
