import style from './skeleton.module.css';

/** Holds the place of what is loading; `width` as a CSS length. Not spoken: say in words what loads. */
export function Skeleton({ width = '100%', height = '1rem' }: { width?: string; height?: string }) {
  return <span className={style.skeleton} style={{ width, height }} aria-hidden="true" />;
}
