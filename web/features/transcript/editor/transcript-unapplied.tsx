import { Check, Copy, Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Unapplied } from '#api/contract/transcript.ts';
import { formatClock } from '#web/lib/format.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useFocusKept } from '#web/ui/use-focus-kept.ts';
import style from './transcript-unapplied.module.css';

type TranscriptUnappliedProps = {
  changes: readonly Unapplied[];
  onPlay: ((change: Unapplied) => void) | null;
  onDismiss(id: string): void;
};

/** Number of changes that are shown before the list is expanded. */
const fewCount = 3;

/** Shows the changes of people that could not be applied to the newest version of the transcript. */
export function TranscriptUnapplied({ changes, onPlay, onDismiss }: TranscriptUnappliedProps) {
  const { t } = useTranslation();
  const [isAll, setAll] = useState(false);
  const list = useFocusKept<HTMLUListElement>(String(changes.length));
  if (changes.length === 0) return null;
  const shown = isAll ? changes : changes.slice(0, fewCount);
  return (
    <Notice
      kind="warn"
      title={t('transcript.unapplied.title', { count: changes.length })}
      actions={
        changes.length > fewCount ? (
          <Button look="quiet" onPress={() => setAll(!isAll)}>
            {isAll
              ? t('transcript.unapplied.fewer')
              : t('transcript.unapplied.all', { count: changes.length })}
          </Button>
        ) : null
      }
    >
      <p>{t('transcript.unapplied.text')}</p>
      <ul ref={list} tabIndex={-1} className={style.list}>
        {shown.map((change) => (
          <Change key={change.id} change={change} onPlay={onPlay} onDismiss={onDismiss} />
        ))}
      </ul>
    </Notice>
  );
}

type ChangeProps = Omit<TranscriptUnappliedProps, 'changes'> & { change: Unapplied };

function Change({ change, onPlay, onDismiss }: ChangeProps) {
  const { t } = useTranslation();
  const { id, kind, start, text, was } = change;
  const time = formatClock(start);
  const isName = kind === 'speaker' || kind === 'assign';
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => toasts.add({ kind: 'info', text: t('transcript.unapplied.copied') }),
      () => toasts.add({ kind: 'error', text: t('transcript.unapplied.copyFailed') }),
    );
  };
  return (
    <li className={style.change}>
      <p className={style.head}>
        {onPlay ? (
          <Button
            look="quiet"
            className={style.play}
            aria-label={t('transcript.unapplied.play', { time })}
            onPress={() => onPlay(change)}
          >
            <Play size={16} aria-hidden="true" /> {time}
          </Button>
        ) : (
          <span className={style.time}>{time}</span>
        )}
        <span>{t(`transcript.unapplied.kind.${kind}`)}</span>
      </p>
      <dl className={style.texts}>
        {text ? (
          <div>
            <dt>{t(isName ? 'transcript.unapplied.name' : 'transcript.unapplied.yours')}</dt>
            <dd>{text}</dd>
          </div>
        ) : null}
        {was ? (
          <div className={style.was}>
            <dt>{t('transcript.unapplied.was')}</dt>
            <dd>{was}</dd>
          </div>
        ) : null}
      </dl>
      <div className={style.actions}>
        {text ? (
          <Button aria-label={t('transcript.unapplied.copyOf', { text: short(text) })} onPress={copy}>
            <Copy size={16} aria-hidden="true" /> {t('transcript.unapplied.copy')}
          </Button>
        ) : null}
        <Button
          aria-label={t('transcript.unapplied.dismissOf', { text: short(text || was) })}
          onPress={() => onDismiss(id)}
        >
          <Check size={16} aria-hidden="true" /> {t('transcript.unapplied.dismiss')}
        </Button>
      </div>
    </li>
  );
}

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}…` : text);
