import { ArrowLeftRight, UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Segment, Transcript } from '#api/contract/transcript.ts';
import { formatClock } from '#web/lib/format.ts';
import { Menu, MenuChoice, MenuItem, MenuSection } from '#web/ui/menu.tsx';
import { SpeakerBadge } from './speaker-badge.tsx';
import { SpeakerName } from './speaker-name.tsx';
import { givenName } from './speaker.rules.ts';
import style from './speaker.module.css';
import type { TranscriptEdits } from './use-transcript-edits.ts';

type TranscriptHeadingProps = {
  /** The first segment of the turn. */
  segment: Segment;
  speakers: Transcript['speakers'];
  /** null: nothing can be changed here. */
  edits: TranscriptEdits | null;
};

/** Who begins to speak: badge, name, and the way to give the turn to somebody else. */
export function TranscriptHeading({ segment, speakers, edits }: TranscriptHeadingProps) {
  const { t } = useTranslation();
  const { speaker } = segment;
  const nameOf = (key: string) => givenName(speakers, key) || t('transcript.speaker.unnamed', { key });
  const name = nameOf(speaker);
  const keys = [...new Set([...Object.keys(speakers), speaker])].toSorted();
  return (
    <div className={style.heading}>
      <SpeakerBadge speaker={speaker} />
      <h2 className={style.title}>
        {edits ? (
          <SpeakerName
            shown={name}
            given={givenName(speakers, speaker)}
            onRename={(given) => edits.rename(speaker, given)}
          />
        ) : (
          name
        )}
      </h2>
      {edits ? (
        <Menu
          label={t('transcript.speaker.turn', { name, time: formatClock(segment.start) })}
          triggerProps={{ icon: true, className: style.assign }}
          trigger={<ArrowLeftRight size={16} aria-hidden="true" />}
        >
          <MenuChoice
            heading={t('transcript.speaker.turnOf')}
            options={keys.map((key) => ({ key, label: nameOf(key) }))}
            value={speaker}
            onChange={(key) => edits.assignTurn(segment.id, key)}
          />
          <MenuSection>
            <MenuItem
              textValue={t('transcript.speaker.newOne')}
              icon={<UserPlus size={18} aria-hidden="true" />}
              onAction={() => edits.assignTurn(segment.id, null)}
            >
              {t('transcript.speaker.newOne')}
            </MenuItem>
          </MenuSection>
        </Menu>
      ) : null}
    </div>
  );
}
