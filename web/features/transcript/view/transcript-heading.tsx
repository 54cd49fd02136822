import { ArrowLeftRight, Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Segment } from '#api/contract/transcript.ts';
import { formatClock } from '#web/lib/format.ts';
import { SpeakerBadge } from '#web/parts/transcript/speaker-badge.tsx';
import type { TurnActions } from './turn-actions.ts';
import style from '#web/features/transcript/speaker/speaker.module.css';

type TranscriptHeadingProps = {
  segment: Segment;
  name: string;
  tabIndex: number;
  actions: TurnActions;
};

/**
 * The heading of a turn. A press on the name renames the speaker everywhere. A press with Shift, or on the button
 * beside it, assigns the turn to another speaker.
 */
export function TranscriptHeading({ segment, name, tabIndex, actions }: TranscriptHeadingProps) {
  const { t } = useTranslation();
  const { id, speaker, start } = segment;
  const time = formatClock(start);
  return (
    <div className={style.heading} data-heading>
      <SpeakerBadge speaker={speaker} />
      <h2 className={style.title}>
        {actions.canEdit ? (
          <button
            type="button"
            className={style.name}
            tabIndex={tabIndex}
            aria-haspopup="dialog"
            aria-label={t('transcript.speaker.rename', { name })}
            title={t('transcript.speaker.renameHint')}
            data-name
            onClick={({ shiftKey, currentTarget }) =>
              actions.open(shiftKey ? 'assign' : 'name', id, currentTarget)
            }
          >
            {name}
            <Pencil size={14} aria-hidden="true" className={style.pencil} />
          </button>
        ) : (
          name
        )}
      </h2>
      {actions.canEdit ? (
        <button
          type="button"
          className={style.assign}
          tabIndex={tabIndex}
          aria-haspopup="menu"
          aria-label={t('transcript.speaker.turn', { name, time })}
          onClick={({ currentTarget }) => actions.open('assign', id, currentTarget)}
        >
          <ArrowLeftRight size={16} aria-hidden="true" />
        </button>
      ) : null}
    </div>
  );
}
