import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { DifferenceList, type Difference } from './difference-list.tsx';
import { isSame, type Conflict } from './form/domain-values.rules.ts';

type ConflictNoticeProps = {
  conflicts: readonly Conflict[];
  labelOf(conflict: Conflict): string;
  onTakeTheirs(): void;
  onSaveMine(yielded: ReadonlySet<string>): void;
};

/** Shows what two people have changed at the same time, and lets this one choose what is saved. */
export function ConflictNotice({ conflicts, labelOf, onTakeTheirs, onSaveMine }: ConflictNoticeProps) {
  const { t } = useTranslation();
  const [yielded, setYielded] = useState<ReadonlySet<string>>(new Set());
  const choose = (unit: string, choice: 'mine' | 'theirs') => {
    const others = [...yielded].filter((other) => other !== unit);
    setYielded(new Set(choice === 'theirs' ? [...others, unit] : others));
  };
  const toDifference = (conflict: Conflict): Difference => {
    const { unit, mine, theirs, base, isMine, isTheirs } = conflict;
    const label = labelOf(conflict);
    const sides = [
      { name: t(isMine ? 'domain.conflict.mine' : 'domain.conflict.mineSame'), value: mine },
      { name: t(isTheirs ? 'domain.conflict.theirs' : 'domain.conflict.theirsSame'), value: theirs },
    ];
    if (!isMine || !isTheirs) return { unit, label, sides, base };
    return {
      unit,
      label,
      sides,
      base,
      choice: {
        label,
        options: [
          { key: 'mine', label: t('domain.conflict.keepMine') },
          { key: 'theirs', label: t('domain.conflict.keepTheirs') },
        ],
        value: yielded.has(unit) ? 'theirs' : 'mine',
        onChange: (choice) => choose(unit, choice),
      },
    };
  };
  return (
    <Notice
      kind="warn"
      live="alert"
      title={t('domain.conflict.title')}
      actions={
        <>
          <Button onPress={onTakeTheirs}>{t('domain.conflict.takeTheirs')}</Button>
          <Button onPress={() => onSaveMine(yielded)}>{t('domain.conflict.saveMine')}</Button>
        </>
      }
    >
      <p>{t('domain.conflict.text')}</p>
      <DifferenceList
        differences={conflicts.filter(({ mine, theirs }) => !isSame(mine, theirs)).map(toDifference)}
      />
    </Notice>
  );
}
