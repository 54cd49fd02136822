import style from './spinner.module.css';

/** A spinner. It is decorative unless `label` is given. */
export function Spinner({ size = 24, label }: { size?: number; label?: string }) {
  return (
    <span className={style.spinner} role={label ? 'status' : undefined} aria-label={label}>
      <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
        <circle className={style.track} cx="12" cy="12" r="9" />
        <circle className={style.arc} cx="12" cy="12" r="9" pathLength="100" />
      </svg>
    </span>
  );
}
