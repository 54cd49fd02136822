import { speakerTone } from './speaker.rules.ts';
import style from './speaker-badge.module.css';

/** The colour of a speaker, for an element and what is in it. */
export const toneOf = (key: string): React.CSSProperties =>
  ({ '--speaker': `var(--speaker-${speakerTone(key)})` }) as React.CSSProperties;

/** Letter in the speaker's colour; beside it stands the name. */
export const SpeakerBadge = ({ speaker }: { speaker: string }) => (
  <span className={style.badge} style={toneOf(speaker)} aria-hidden="true">
    {speaker.slice(0, 2)}
  </span>
);
