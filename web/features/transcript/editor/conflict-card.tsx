import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import style from './conflict.module.css';
import { compareTexts } from './difference.rules.ts';
import type { Stretch } from './difference.rules.ts';
import type { EditConflict } from './transcript-editor.ts';

type ConflictCardProps = {
  conflict: EditConflict;
  onResolve(conflict: string, choice: 'mine' | 'theirs' | 'both'): void;
};

export function ConflictCard({ conflict, onResolve }: ConflictCardProps) {
  const { t } = useTranslation();
  const { id, mine, theirs, startS } = conflict;
  const compared = useMemo(() => compareTexts(mine, theirs), [mine, theirs]);
  const time = formatClock(startS);
  const texts = [
    ['mine', compared.a],
    ['theirs', compared.b],
  ] as const;
  return (
    <section
      className={style.card}
      aria-label={t('transcript.conflict.label', { time })}
      data-conflict={id}
      tabIndex={-1}
    >
      <p className={style.title}>{t('transcript.conflict.title')}</p>
      <dl className={style.texts}>
        {texts.map(([whose, stretches]) => (
          <div key={whose}>
            <dt>{t(`transcript.conflict.${whose}`)}</dt>
            <dd>
              <Compared stretches={stretches} />
            </dd>
          </div>
        ))}
      </dl>
      <div className={style.actions}>
        {(['mine', 'theirs', 'both'] as const).map((choice) => (
          <Button
            key={choice}
            aria-label={`${t(`transcript.conflict.take.${choice}`)}, ${time}`}
            onPress={() => onResolve(id, choice)}
          >
            {t(`transcript.conflict.take.${choice}`)}
          </Button>
        ))}
      </div>
    </section>
  );
}

function Compared({ stretches }: { stretches: readonly Stretch[] }) {
  const { t } = useTranslation();
  if (stretches.length === 0) return <i>{t('transcript.conflict.empty')}</i>;
  return stretches.map(({ text, isOwn }, index) => (
    // The stretches of a text never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    <span key={index}>{isOwn ? <mark>{text}</mark> : text} </span>
  ));
}
