import { speakerTone } from './speaker.rules.ts';
import style from './speaker-badge.module.css';

export const toneOf = (key: string): React.CSSProperties =>
  ({ '--speaker': `var(--speaker-${speakerTone(key)})` }) as React.CSSProperties;

export const SpeakerBadge = ({ speaker }: { speaker: string }) => (
  <span className={style.badge} style={toneOf(speaker)} aria-hidden="true">
    {speaker.slice(0, 2)}
  </span>
);
