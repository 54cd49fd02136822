import { useEffect, useRef } from 'react';
import style from './share.module.css';

/** With a new step the button that led to it is gone: the focus goes where the step begins, and its heading is read. */
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
