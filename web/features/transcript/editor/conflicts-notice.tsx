import { useTranslation } from 'react-i18next';
import type { Segment } from '#api/contract/transcript.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ConflictCard } from './conflict-card.tsx';
import style from './conflict.module.css';
import type { EditConflict } from './transcript-editor.ts';

type ConflictsNoticeProps = {
  conflicts: readonly EditConflict[];
  segments: readonly Segment[];
  onResolve(conflict: string, choice: 'mine' | 'theirs' | 'both'): void;
  onGo(segment: string): void;
};

/**
 * Shows the number of conflicts. If the segment of a conflict is gone, the conflict has no place in the text, so it is
 * resolved here.
 */
export function ConflictsNotice({ conflicts, segments, onResolve, onGo }: ConflictsNoticeProps) {
  const { t } = useTranslation();
  const known = new Set(segments.map(({ id }) => id));
  const isPlaced = ({ segment }: EditConflict) => segment !== null && known.has(segment);
  const first = conflicts.find(isPlaced)?.segment;
  const loose = conflicts.filter((one) => !isPlaced(one));
  return (
    <Notice
      kind="warn"
      live="status"
      title={t('transcript.conflict.count', { count: conflicts.length })}
      actions={first ? <Button onPress={() => onGo(first)}>{t('transcript.conflict.go')}</Button> : undefined}
    >
      <p>{t('transcript.conflict.text')}</p>
      {loose.length > 0 ? (
        <ul className={style.list}>
          {loose.map((conflict) => (
            <li key={conflict.id}>
              <ConflictCard conflict={conflict} onResolve={onResolve} />
            </li>
          ))}
        </ul>
      ) : null}
    </Notice>
  );
}
