import style from '../domain.module.css';
import type { JsonFault } from '../form/domain-json.rules.ts';

/** What is wrong with a JSON text, each fault with its path. */
export function Faults({ faults }: { faults: readonly JsonFault[] }) {
  if (faults.length === 0) return null;
  return (
    <ul className={style.faults} aria-live="polite">
      {faults.map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          {path ? <code>{path}</code> : null} {message}
        </li>
      ))}
    </ul>
  );
}
