import { useStuckToEnd } from '#web/ui/use-stuck-to-end.ts';
import style from './live-text.module.css';

type LiveTextProps = { label: string; lang?: string; children: React.ReactNode };

/**
 * A text that grows while somebody speaks. It stays at its end unless the person scrolls up. It is no live region, because a screen
 * reader would talk into the recording.
 */
export function LiveText({ label, lang, children }: LiveTextProps) {
  const scroller = useStuckToEnd();
  return (
    <div
      ref={scroller}
      className={style.text}
      role="log"
      aria-live="off"
      // A scrolling text must be focusable.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      lang={lang}
      aria-label={label}
    >
      {children}
    </div>
  );
}
