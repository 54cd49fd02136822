import style from './visually-hidden.module.css';

type VisuallyHiddenProps = { children: React.ReactNode; live?: 'polite' | 'assertive' };

/** Shows content to screen readers only. With `live` its changes are announced. */
export function VisuallyHidden({ children, live }: VisuallyHiddenProps) {
  return (
    <span className={style.hidden} aria-live={live}>
      {children}
    </span>
  );
}
