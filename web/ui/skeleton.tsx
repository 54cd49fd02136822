import style from './skeleton.module.css';

/** Placeholder of loading content; `width` is a CSS length. Hidden from screen readers: also say in words what loads. */
export function Skeleton({ width = '100%', height = '1rem' }: { width?: string; height?: string }) {
  return <span className={style.skeleton} style={{ width, height }} aria-hidden="true" />;
}
