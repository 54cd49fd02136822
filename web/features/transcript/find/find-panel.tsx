import {
  CaseSensitive,
  ChevronDown,
  ChevronUp,
  List,
  Replace,
  SlidersHorizontal,
  WholeWord,
  X,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Input } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { Segment } from '#api/contract/transcript.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { FindHits } from './find-hits.tsx';
import type { Hit } from './find.rules.ts';
import { hitKey } from './use-find.ts';
import type { Find } from './use-find.ts';
import style from './find.module.css';

type FindPanelProps = {
  find: Find;
  segments: readonly Segment[];
  /** Changes with every press of the find shortcut: the field takes the focus again. */
  asked: number;
  canReplace: boolean;
  /** True on a phone: the list of hits is collapsed at first. */
  isNarrow: boolean;
  onStep(step: 1 | -1): void;
  onGo(index: number): void;
  onReplace(hits: readonly Hit[]): void;
  onClose(): void;
};

/** Enter goes to the next hit while the field keeps the focus. */
export function FindPanel(props: FindPanelProps) {
  const { find, segments, asked, canReplace, isNarrow } = props;
  const { onStep, onGo, onReplace, onClose } = props;
  const { t } = useTranslation();
  const { options, hits, current } = find;
  const field = useRef<HTMLInputElement>(null);
  const [areHitsShown, setHitsShown] = useState(!isNarrow);
  const [areOptionsShown, setOptionsShown] = useState(false);
  const chosen = options.isWhole || options.isCaseKept || options.areAccentsKept;
  const seen = useRef(0);
  useEffect(() => {
    if (seen.current === asked) return;
    seen.current = asked;
    field.current?.focus();
    field.current?.select();
  }, [asked]);
  const isSought = options.text.trim() !== '';
  const count = !isSought
    ? ''
    : hits.length === 0
      ? t('transcript.find.none')
      : t('transcript.find.count', { number: current + 1, count: hits.length });
  return (
    // Keys of the whole panel, as in a dialog.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <search
      className={style.panel}
      aria-label={t('transcript.find.label')}
      data-find
      onKeyDown={(event) => {
        const isBack = event.key === 'Enter' && event.shiftKey && event.target === field.current;
        if (event.key !== 'Escape' && !isBack) return;
        event.preventDefault();
        event.stopPropagation();
        if (isBack) onStep(-1);
        else onClose();
      }}
    >
      <form
        className={style.row}
        onSubmit={(event) => {
          event.preventDefault();
          onStep(1);
        }}
      >
        <span className={style.grow}>
          <Input
            ref={field}
            className={style.field}
            aria-label={t('transcript.find.text')}
            placeholder={t('transcript.find.text')}
            value={options.text}
            onChange={({ target }) => find.change({ text: target.value })}
            autoComplete="off"
            spellCheck="false"
          />
          <output className={style.count} data-empty={hits.length === 0 || undefined}>
            {count}
          </output>
        </span>
        <span className={style.steps}>
          <Button icon look="quiet" aria-label={t('transcript.find.previous')} onPress={() => onStep(-1)}>
            <ChevronUp size={20} aria-hidden="true" />
          </Button>
          <Button icon look="quiet" type="submit" aria-label={t('transcript.find.next')}>
            <ChevronDown size={20} aria-hidden="true" />
          </Button>
          <Button
            icon
            look="quiet"
            aria-label={t(areHitsShown ? 'transcript.find.hideHits' : 'transcript.find.showHits')}
            aria-expanded={areHitsShown}
            onPress={() => setHitsShown(!areHitsShown)}
          >
            <List size={20} aria-hidden="true" />
          </Button>
          <Button
            icon
            look="quiet"
            className={style.settings}
            data-chosen={chosen || undefined}
            aria-label={t('transcript.find.settings')}
            aria-expanded={areOptionsShown}
            onPress={() => setOptionsShown(!areOptionsShown)}
          >
            <SlidersHorizontal size={20} aria-hidden="true" />
          </Button>
          {canReplace ? (
            <Button
              icon
              look="quiet"
              aria-label={t('transcript.find.replaceToo')}
              aria-expanded={find.isReplacing}
              onPress={() => find.setReplacing(!find.isReplacing)}
            >
              <Replace size={20} aria-hidden="true" />
            </Button>
          ) : null}
          <Button icon look="quiet" aria-label={t('transcript.find.close')} onPress={onClose}>
            <X size={20} aria-hidden="true" />
          </Button>
        </span>
      </form>
      <fieldset className={style.options} hidden={!areOptionsShown} aria-label={t('transcript.find.options')}>
        {(
          [
            ['isWhole', 'whole', <WholeWord key="icon" size={20} aria-hidden="true" />],
            ['isCaseKept', 'case', <CaseSensitive key="icon" size={20} aria-hidden="true" />],
            ['areAccentsKept', 'accents', <span key="icon" className={style.accent} aria-hidden="true" />],
          ] as const
        ).map(([option, name, icon]) => (
          <Button
            key={option}
            look="quiet"
            className={style.option}
            aria-pressed={options[option]}
            aria-label={t(`transcript.find.${name}`)}
            onPress={() => find.change({ [option]: !options[option] })}
          >
            {icon}
            <span className={style.word}>{t(`transcript.find.${name}`)}</span>
          </Button>
        ))}
      </fieldset>
      {canReplace && find.isReplacing ? <ReplaceRow find={find} onReplace={onReplace} /> : null}
      {areHitsShown && hits.length > 0 ? (
        <FindHits find={find} segments={segments} canTick={canReplace && find.isReplacing} onGo={onGo} />
      ) : null}
    </search>
  );
}

function ReplaceRow({ find, onReplace }: Pick<FindPanelProps, 'find' | 'onReplace'>) {
  const { t } = useTranslation();
  const { hits, left, current, replacement } = find;
  const ticked = left.size === 0 ? hits : hits.filter((hit) => !left.has(hitKey(hit)));
  const one = hits[current];
  return (
    <div className={style.row}>
      <div className={style.grow}>
        <TextField
          label={t('transcript.find.replacement')}
          value={replacement}
          onChange={find.setReplacement}
          autoComplete="off"
        />
      </div>
      <span className={style.steps}>
        <Button isDisabled={!one} onPress={() => one && onReplace([one])}>
          {t('transcript.find.replaceOne')}
        </Button>
        <Button look="primary" isDisabled={ticked.length === 0} onPress={() => onReplace(ticked)}>
          {t('transcript.find.replaceTicked', { count: ticked.length })}
        </Button>
      </span>
    </div>
  );
}
