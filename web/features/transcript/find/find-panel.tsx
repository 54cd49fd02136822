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
import { useSnapshot } from 'valtio';
import type { Segment } from '#api/contract/transcript.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { FindHits } from './find-hits.tsx';
import type { Hit } from './find.rules.ts';
import { type Find, hitKey } from './find.state.ts';
import style from './find.module.css';

type FindPanelProps = {
  find: Find;
  segments: readonly Segment[];
  canReplace: boolean;
  /** True on a phone: the list of hits is collapsed at first. */
  isNarrow: boolean;
  onStep(step: 1 | -1): void;
  onGo(index: number): void;
  onReplace(hits: readonly Hit[]): void;
  onClose(): void;
};

/** Shows the search panel. Enter goes to the next hit, and the field keeps the focus. */
export function FindPanel(props: FindPanelProps) {
  const { find, segments, canReplace, isNarrow } = props;
  const { onStep, onGo, onReplace, onClose } = props;
  const { t } = useTranslation();
  const { hits, isReplacing } = useSnapshot(find.state, { sync: true });
  const field = useRef<HTMLInputElement>(null);
  const [areHitsShown, setHitsShown] = useState(!isNarrow);
  const [areOptionsShown, setOptionsShown] = useState(false);
  return (
    // The panel handles keys for everything inside it, like a dialog.
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
        <SoughtText find={find} field={field} />
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
          <OptionsButton
            find={find}
            areOptionsShown={areOptionsShown}
            onPress={() => setOptionsShown(!areOptionsShown)}
          />
          {canReplace ? (
            <Button
              icon
              look="quiet"
              aria-label={t('transcript.find.replaceToo')}
              aria-expanded={isReplacing}
              onPress={() => find.setReplacing(!isReplacing)}
            >
              <Replace size={20} aria-hidden="true" />
            </Button>
          ) : null}
          <Button icon look="quiet" aria-label={t('transcript.find.close')} onPress={onClose}>
            <X size={20} aria-hidden="true" />
          </Button>
        </span>
      </form>
      <Options find={find} areShown={areOptionsShown} />
      {canReplace && isReplacing ? <ReplaceRow find={find} onReplace={onReplace} /> : null}
      {areHitsShown && hits.length > 0 ? (
        <FindHits find={find} segments={segments} canTick={canReplace && isReplacing} onGo={onGo} />
      ) : null}
    </search>
  );
}

/** Shows the field and the number of hits. The field takes the focus whenever the find shortcut is pressed. */
function SoughtText({ find, field }: { find: Find; field: React.RefObject<HTMLInputElement | null> }) {
  const { t } = useTranslation();
  const { options, hits, current, requests } = useSnapshot(find.state, { sync: true });
  const seen = useRef(0);
  useEffect(() => {
    if (seen.current === requests) return;
    seen.current = requests;
    field.current?.focus();
    field.current?.select();
  }, [requests, field]);
  const isSought = options.text.trim() !== '';
  const count = !isSought
    ? ''
    : hits.length === 0
      ? t('transcript.find.none')
      : t('transcript.find.count', { number: current + 1, count: hits.length });
  return (
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
  );
}

type OptionsButtonProps = { find: Find; areOptionsShown: boolean; onPress(): void };

function OptionsButton({ find, areOptionsShown, onPress }: OptionsButtonProps) {
  const { t } = useTranslation();
  const { options } = useSnapshot(find.state, { sync: true });
  const isAnyChosen = options.isWhole || options.isCaseKept || options.areAccentsKept;
  return (
    <Button
      icon
      look="quiet"
      className={style.settings}
      data-chosen={isAnyChosen || undefined}
      aria-label={t('transcript.find.settings')}
      aria-expanded={areOptionsShown}
      onPress={onPress}
    >
      <SlidersHorizontal size={20} aria-hidden="true" />
    </Button>
  );
}

function Options({ find, areShown }: { find: Find; areShown: boolean }) {
  const { t } = useTranslation();
  const { options } = useSnapshot(find.state, { sync: true });
  return (
    <fieldset className={style.options} hidden={!areShown} aria-label={t('transcript.find.options')}>
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
  );
}

function ReplaceRow({ find, onReplace }: Pick<FindPanelProps, 'find' | 'onReplace'>) {
  const { t } = useTranslation();
  const { hits, excluded, current, replacement } = useSnapshot(find.state, { sync: true });
  const ticked = excluded.size === 0 ? hits : hits.filter((hit) => !excluded.has(hitKey(hit)));
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
