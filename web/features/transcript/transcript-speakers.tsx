import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Transcript } from '#api/contract/transcript.ts';
import { formatPercent } from '#web/lib/format.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { SpeakerBadge, toneOf } from './speaker-badge.tsx';
import { SpeakerName } from './speaker-name.tsx';
import { givenName, lanePath, speakerShares } from './speaker.rules.ts';
import style from './speaker.module.css';

type TranscriptSpeakersProps = {
  transcript: Transcript;
  durationS: number;
  /** null: names cannot be changed here. */
  onRename: ((key: string, name: string) => void) | null;
};

/** Who speaks, how much, and where in the recording: a lane for each. Names are changed here as well. */
export function TranscriptSpeakers({ transcript, durationS, onRename }: TranscriptSpeakersProps) {
  const { t, i18n } = useTranslation();
  const { segments, speakers } = transcript;
  const shares = useMemo(
    () => speakerShares(segments).map((one) => ({ ...one, path: lanePath(one.spans) })),
    [segments],
  );
  const lengthS = Math.max(durationS, segments.at(-1)?.end ?? 0);
  if (shares.length < 2) return null;
  return (
    <ul className={style.people} aria-label={t('transcript.speaker.list')}>
      {shares.map(({ key, share, path }) => {
        const given = givenName(speakers, key);
        const name = given || t('transcript.speaker.unnamed', { key });
        const percent = formatPercent(share, i18n.language);
        return (
          <li key={key} className={style.person}>
            <SpeakerBadge speaker={key} />
            {onRename ? (
              <SpeakerName shown={name} given={given} onRename={(next) => onRename(key, next)} />
            ) : (
              <span>{name}</span>
            )}
            <span className={style.share}>
              <span aria-hidden="true">{percent}</span>
              <VisuallyHidden>{t('transcript.speaker.share', { percent })}</VisuallyHidden>
            </span>
            <svg
              className={style.lane}
              style={toneOf(key)}
              viewBox={`0 0 ${lengthS} 1`}
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <path d={path} />
            </svg>
          </li>
        );
      })}
    </ul>
  );
}
