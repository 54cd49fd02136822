import { useEffect, useRef } from 'react';
import style from './share.module.css';

/** A new step removes the focused button: the focus moves to the heading, which is then announced. */
export function StepHeading({ children }: { children: React.ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <h3 ref={heading} tabIndex={-1} className={style.heading}>
      {children}
    </h3>
  );
}
