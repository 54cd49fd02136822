import { useTranslation } from 'react-i18next';
import { chordParts } from './transcript-keys.rules.ts';
import { isApple } from '#web/lib/platform.ts';
import style from './keys.module.css';

const named = new Set(
  'Ctrl,Shift,Enter,Escape, ,ArrowUp,ArrowDown,ArrowLeft,ArrowRight,Home,End,PageUp,PageDown,Delete,Backspace'.split(
    ',',
  ),
);

export function Chord({ chord }: { chord: string }) {
  const { t } = useTranslation();
  return (
    <kbd className={style.chord}>
      {chordParts(chord, isApple).map((part, index) => (
        <span key={part}>
          {index > 0 ? '+' : ''}
          <kbd className={style.key}>
            {named.has(part)
              ? t(`transcript.keys.name.${part === ' ' ? 'Space' : part}` as 'transcript.keys.name.Ctrl')
              : part}
          </kbd>
        </span>
      ))}
    </kbd>
  );
}
