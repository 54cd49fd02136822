import style from './home-screen.module.css';

/** Heights of the bars of a decorative waveform, 0 to 1. */
const heights = [
  0.12, 0.35, 0.62, 0.88, 0.7, 0.94, 0.55, 0.3, 0.1, 0.06, 0.05, 0.28, 0.5, 0.82, 0.64, 0.9, 0.76, 0.48, 0.6,
  0.34, 0.16, 0.06, 0.05, 0.07, 0.4, 0.72, 0.98, 0.8, 0.58, 0.84, 0.5, 0.26, 0.1,
].map((height, index) => ({ height, x: index * 10 + 2 }));
const lines = [0.92, 0.78, 0.86, 0.44];

export function HomeFigure() {
  return (
    <svg className={style.figure} viewBox="0 0 330 240" aria-hidden="true">
      {heights.map(({ height, x }) => (
        <rect
          key={x}
          className={height < 0.11 ? style.silence : style.speech}
          x={x}
          y={60 - height * 52}
          width={6}
          height={height * 104}
          rx={3}
        />
      ))}
      {lines.map((width, index) => (
        <rect
          key={width}
          className={style.line}
          x={2}
          y={146 + index * 24}
          width={width * 324}
          height={10}
          rx={5}
        />
      ))}
      <rect className={style.word} x={92} y={168} width={70} height={14} rx={4} />
    </svg>
  );
}
