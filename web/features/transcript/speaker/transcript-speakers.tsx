import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Transcript } from '#api/contract/transcript.ts';
import { formatPercent } from '#web/lib/format.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { SpeakerBadge } from '#web/parts/transcript/speaker-badge.tsx';
import { SpeakerName } from './speaker-name.tsx';
import { givenName, speakerShares } from '#web/parts/transcript/speaker.rules.ts';
import style from './speaker.module.css';

type TranscriptSpeakersProps = {
  transcript: Transcript;
  onRename: ((key: string, name: string) => void) | null;
};

export function TranscriptSpeakers({ transcript, onRename }: TranscriptSpeakersProps) {
  const { t, i18n } = useTranslation();
  const { segments, speakers } = transcript;
  const shares = useMemo(() => speakerShares(segments), [segments]);
  if (shares.length < 2) return null;
  return (
    <ul className={style.people} aria-label={t('transcript.speaker.list')} data-people>
      {shares.map(({ key, share }) => {
        const given = givenName(speakers, key);
        const name = given || t('transcript.speaker.unnamed', { key });
        const percent = formatPercent(share, i18n.language);
        const person = (
          <>
            <SpeakerBadge speaker={key} />
            <span className={style.called}>{name}</span>
            <span className={style.share} aria-hidden="true">
              {percent}
            </span>
          </>
        );
        return (
          <li key={key}>
            {onRename ? (
              <SpeakerName shown={name} given={given} onRename={(next) => onRename(key, next)}>
                {person}
              </SpeakerName>
            ) : (
              <span className={style.chip}>{person}</span>
            )}
            <VisuallyHidden>{t('transcript.speaker.share', { percent })}</VisuallyHidden>
          </li>
        );
      })}
    </ul>
  );
}
