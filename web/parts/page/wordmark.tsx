import { Link } from 'react-aria-components';
import style from './wordmark.module.css';

export function Wordmark({ href, label }: { href: string; label: string }) {
  return (
    <Link href={href} aria-label={label} className={style.wordmark}>
      <svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">
        <rect className={style.tile} width="32" height="32" rx="8" />
        <path className={style.sound} d="M7 13v6M11 9v14M15 12v8" />
        <path className={style.text} d="M19.5 11.5h6M19.5 16h6M19.5 20.5h3.5" />
      </svg>
      <span>Wortlaut</span>
    </Link>
  );
}
