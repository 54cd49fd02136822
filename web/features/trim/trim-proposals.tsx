import { Play, StepBack, StepForward } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { formatLength, formatBytes } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { cutsOf, pauseChoicesS } from './proposal.rules.ts';
import type { Proposal } from './proposal.rules.ts';
import type { Span } from './span.rules.ts';
import type { Trim } from './trim.state.ts';
import style from './trim-panel.module.css';

type TrimProposalsProps = {
  trim: Trim;
  proposals: readonly Proposal[];
  bytesPerS: number | null;
  onListen(cut: Readonly<Span>): void;
};

export function TrimProposals({ trim, proposals, bytesPerS, onListen }: TrimProposalsProps) {
  const { t, i18n } = useTranslation();
  const { pauseS } = useSnapshot(trim.state);
  const saved = useSaved(bytesPerS);
  if (trim.speech.length === 0) return null;
  const savedS = proposals.reduce((sum, proposal) => sum + proposal.savedS, 0);
  const seconds = (count: number) => t('trim.proposal.seconds', { count });
  return (
    <section className={style.card}>
      <div className={style.cardHead}>
        <h3>
          {proposals.length > 0
            ? t('trim.proposal.title', { length: formatLength(savedS, i18n.language) })
            : t('trim.proposal.none', { length: seconds(pauseS) })}
        </h3>
        <div className={style.threshold}>
          <Select
            label={t('trim.proposal.threshold')}
            options={pauseChoicesS.map((choice) => ({ key: String(choice), label: seconds(choice) }))}
            value={String(pauseS)}
            onChange={(value) =>
              trim.setPauseS(pauseChoicesS.find((choice) => String(choice) === value) ?? 5)
            }
          />
        </div>
        {proposals.length > 1 ? (
          <Button onPress={() => trim.remove(cutsOf(proposals))}>{t('trim.proposal.applyAll')}</Button>
        ) : null}
      </div>
      {proposals.length > 0 ? (
        <ul className={style.proposals}>
          {proposals.map((proposal) => (
            <ProposalRow
              key={proposal.kind}
              proposal={proposal}
              saved={saved(proposal.savedS)}
              onListen={onListen}
              onApply={() => trim.remove(proposal.cuts)}
            />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function useSaved(bytesPerS: number | null) {
  const { t, i18n } = useTranslation();
  return (savedS: number) => {
    const length = formatLength(savedS, i18n.language);
    return bytesPerS === null
      ? t('trim.proposal.saved', { length })
      : t('trim.proposal.savedSize', { length, size: formatBytes(savedS * bytesPerS, i18n.language) });
  };
}

type ProposalRowProps = {
  proposal: Proposal;
  saved: string;
  onListen(cut: Readonly<Span>): void;
  onApply(): void;
};

function ProposalRow({ proposal, saved, onListen, onApply }: ProposalRowProps) {
  const { t } = useTranslation();
  const { kind, cuts } = proposal;
  const name =
    kind === 'pauses' ? t('trim.proposal.pauses', { count: cuts.length }) : t(`trim.proposal.${kind}`);
  const [at, setAt] = useState(0);
  const index = Math.min(at, cuts.length - 1);
  const hear = (next: number) => {
    const cut = cuts[next];
    if (!cut) return;
    setAt(next);
    onListen(cut);
  };
  const isSeveral = cuts.length > 1;
  return (
    <li className={style.proposal}>
      <p>
        {name} <span className={style.soft}>{saved}</span>
      </p>
      <div className={style.listening}>
        {isSeveral ? (
          <Button
            icon
            look="quiet"
            className={style.previous ?? ''}
            aria-label={t('trim.proposal.previous')}
            isDisabled={index === 0}
            onPress={() => hear(index - 1)}
          >
            <StepBack size={20} aria-hidden="true" />
          </Button>
        ) : null}
        <Button
          icon
          look="quiet"
          aria-label={
            isSeveral
              ? t('trim.proposal.listenTo', { number: index + 1, count: cuts.length })
              : t('trim.proposal.listen', { name })
          }
          onPress={() => hear(index)}
        >
          <Play size={20} aria-hidden="true" />
        </Button>
        {isSeveral ? (
          <span className={style.count} aria-hidden="true">
            {index + 1}/{cuts.length}
          </span>
        ) : null}
        {isSeveral ? (
          <Button
            icon
            look="quiet"
            aria-label={t('trim.proposal.next')}
            isDisabled={index === cuts.length - 1}
            onPress={() => hear(index + 1)}
          >
            <StepForward size={20} aria-hidden="true" />
          </Button>
        ) : null}
        <Button
          className={style.apply ?? ''}
          aria-label={t('trim.proposal.applyOne', { name })}
          onPress={onApply}
        >
          {t('trim.proposal.apply')}
        </Button>
      </div>
    </li>
  );
}
