import { Check, ChevronDown, Play, Undo2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SpeakerBadge } from '#web/parts/transcript/speaker-badge.tsx';
import { contextOf } from '#web/features/transcript/index.ts';
import { formatClock } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import style from './correction.module.css';
import { visible, type Placed } from './suggestion.rules.ts';

type CorrectionRowProps = {
  suggestion: Placed;
  text: string;
  speaker: { key: string; name: string } | null;
  /** Language of the recording. */
  language: string;
  /** True for the row with the tab stop. */
  isActive: boolean;
  canTake: boolean;
  onPlay: ((atS: number) => void) | null;
  onTake(suggestion: Placed): void;
  onLeave(suggestion: Placed): void;
  onReopen(suggestion: Placed): void;
  onFocus(): void;
};

/** Characters of context on each side of a change. */
const reach = 90;

export function CorrectionRow(props: CorrectionRowProps) {
  const { suggestion, text, speaker, language, isActive, canTake } = props;
  const { onPlay, onTake, onLeave, onReopen, onFocus } = props;
  const { t } = useTranslation();
  const { id, at, from, to, others, kind, state, place } = suggestion;
  const time = formatClock(at);
  const isOpen = state === 'open';
  const isGone = isOpen && place === null;
  const name = { from, to };
  return (
    // The row can have the focus, because the arrow keys move through the list. Each action has its own button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      className={style.row}
      data-row={id}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={isActive ? 0 : -1}
      aria-label={t('correction.row', { time, from, to })}
      data-state={state}
      onFocus={onFocus}
    >
      <p className={style.head}>
        {onPlay ? (
          <Button
            look="quiet"
            className={style.play}
            aria-label={t('correction.play', { time })}
            onPress={() => onPlay(at)}
          >
            <Play size={16} aria-hidden="true" /> {time}
          </Button>
        ) : (
          <span className={style.time}>{time}</span>
        )}
        {speaker ? (
          <span className={style.speaker}>
            <SpeakerBadge speaker={speaker.key} /> {speaker.name}
          </span>
        ) : null}
        <span>{t(`correction.kind.${kind}`)}</span>
      </p>
      <p className={style.text} lang={language}>
        <Change suggestion={suggestion} text={text} />
      </p>
      {isGone ? <p className={style.gone}>{t('correction.gone')}</p> : null}
      <div className={style.actions}>
        {isOpen ? (
          <>
            {canTake && !isGone ? (
              <Button
                look="secondary"
                aria-label={t('correction.takeOf', name)}
                onPress={() => onTake(suggestion)}
              >
                <Check size={18} aria-hidden="true" /> {t('correction.take')}
              </Button>
            ) : null}
            {canTake && !isGone && others.length > 0 ? (
              <Menu
                label={t('correction.othersOf', name)}
                triggerProps={{ icon: true }}
                trigger={<ChevronDown size={18} aria-hidden="true" />}
              >
                {others.map((other) => (
                  <MenuItem
                    key={other}
                    textValue={other}
                    lang={language}
                    onAction={() => onTake({ ...suggestion, to: other })}
                  >
                    {other}
                  </MenuItem>
                ))}
              </Menu>
            ) : null}
            <Button
              look="quiet"
              aria-label={t('correction.leaveOf', name)}
              onPress={() => onLeave(suggestion)}
            >
              <X size={18} aria-hidden="true" /> {t('correction.leave')}
            </Button>
          </>
        ) : state === 'left' ? (
          <Button
            look="quiet"
            aria-label={t('correction.reopenOf', name)}
            onPress={() => onReopen(suggestion)}
          >
            <Undo2 size={18} aria-hidden="true" /> {t('correction.reopen')}
          </Button>
        ) : null}
      </div>
    </article>
  );
}

function Change({ suggestion: { from, to, place, state }, text }: { suggestion: Placed; text: string }) {
  const { t } = useTranslation();
  const { before, after } =
    place === null || state === 'taken'
      ? { before: '', after: '' }
      : contextOf(text, { from: place, to: place + from.length }, reach);
  return (
    <>
      {before}
      <del>
        <VisuallyHidden>{t('correction.goes')} </VisuallyHidden>
        {visible(from)}
      </del>{' '}
      <ins>
        <VisuallyHidden>{t('correction.comes')} </VisuallyHidden>
        {to}
      </ins>
      {after}
    </>
  );
}
