import style from './home-screen.module.css';

/** Heights of the bars of a decorative waveform, 0 to 1. */
const heights = [
  0.12, 0.35, 0.62, 0.88, 0.7, 0.94, 0.55, 0.3, 0.1, 0.06, 0.05, 0.28, 0.5, 0.82, 0.64, 0.9, 0.76, 0.48, 0.6,
  0.34, 0.16, 0.06, 0.05, 0.07, 0.4, 0.72, 0.98, 0.8, 0.58, 0.84, 0.5, 0.26, 0.1,
].map((height, index) => ({ height, x: index * 10 + 26 }));
/** x of the playhead, and of the word that is spoken at it, in user units of the SVG. */
const playheadX = 179;
/** Lines of the text of two speakers: first x, y, width. */
const lines = [
  { x: 68, y: 162, width: 250 },
  { x: 68, y: 184, width: 76 },
  { x: 216, y: 184, width: 116 },
  { x: 68, y: 206, width: 154 },
  { x: 68, y: 242, width: 272 },
  { x: 68, y: 264, width: 188 },
];

/** A picture of what the product does: a recording, and the text in which the word that is heard is marked. */
export function HomeFigure() {
  return (
    <svg className={style.figure} viewBox="0 0 380 296" aria-hidden="true">
      <rect className={style.sheet} x={1} y={1} width={378} height={118} rx={12} />
      {heights.map(({ height, x }) => (
        <rect
          key={x}
          className={height < 0.11 ? style.silence : style.speech}
          data-ahead={x > playheadX || undefined}
          x={x}
          y={60 - height * 44}
          width={6}
          height={height * 88}
          rx={3}
        />
      ))}
      <rect className={style.sheet} x={1} y={137} width={378} height={158} rx={12} />
      <circle className={style.speakerA} cx={40} cy={167} r={12} />
      <circle className={style.speakerB} cx={40} cy={247} r={12} />
      {lines.map(({ x, y, width }) => (
        <rect key={`${x} ${y}`} className={style.line} x={x} y={y} width={width} height={10} rx={5} />
      ))}
      <path className={style.thread} d={`M${playheadX} 112V178`} />
      <path className={style.playhead} d={`M${playheadX} 12V108`} />
      <circle className={style.word} cx={playheadX} cy={12} r={5} />
      <rect className={style.word} x={152} y={180} width={56} height={18} rx={5} />
    </svg>
  );
}
