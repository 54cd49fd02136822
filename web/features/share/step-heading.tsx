import { useEffect, useRef } from 'react';
import style from './share.module.css';

/** Heading of a step. It takes the focus, because the button that had it is gone, and screen readers then announce it. */
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
