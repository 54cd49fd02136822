import style from './skeleton.module.css';

/**
 * A placeholder of loading content. `width` is a CSS length. It is hidden from screen readers, so the caller should
 * also say in words what is loading.
 */
export function Skeleton({ width = '100%', height = '1rem' }: { width?: string; height?: string }) {
  return <span className={style.skeleton} style={{ width, height }} aria-hidden="true" />;
}
