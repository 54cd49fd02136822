import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#api/contract/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { NotesPreview } from './notes-preview.tsx';
import style from './notes.module.css';
import { modelSentence } from './notes.rules.ts';
import type { Enhance, Proposal } from './use-enhance.ts';

type ProposalCardProps = {
  session: SessionDetail;
  proposal: Proposal;
  enhance: Enhance;
  /** True if the notes have changed since the proposal was requested. */
  isOld: boolean;
  playAt: ((atS: number) => void) | null;
};

const linksOf = { format: 'links', llm: 'moments' } as const;

const sentenceOf = ({ engine, model_error }: Proposal) =>
  engine === 'format' && model_error !== null
    ? 'notes.enhance.formatOnly'
    : (`notes.enhance.${engine}` as const);

export function ProposalCard({ session, proposal, enhance, isOld, playAt }: ProposalCardProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={style.proposal}>
      <h2 ref={heading} tabIndex={-1}>
        {t('notes.enhance.title')}
      </h2>
      {proposal.model_error === null ? null : (
        <Notice kind="warn" title={t('notes.enhance.modelFailed')}>
          <p>{modelSentence(t, proposal.model_error)}</p>
        </Notice>
      )}
      <p className={style.soft}>
        {t(sentenceOf(proposal))}{' '}
        {proposal.links > 0
          ? t(`notes.enhance.${linksOf[proposal.engine]}`, { count: proposal.links })
          : null}{' '}
        {proposal.unsupported > 0 ? t('notes.enhance.unsupported', { count: proposal.unsupported }) : null}
      </p>
      <NotesPreview
        session={session}
        isModelText={proposal.engine === 'llm'}
        text={proposal.text}
        playAt={playAt}
        label={t('notes.enhance.proposed')}
      />
      {isOld ? (
        <Notice kind="warn" live="status">
          <p>{t('notes.enhance.changed')}</p>
        </Notice>
      ) : null}
      <div className={style.toolbar}>
        <Button look="primary" isDisabled={isOld} onPress={() => enhance.take(proposal)}>
          {t('notes.enhance.take')}
        </Button>
        <Button onPress={enhance.leave}>{t('notes.enhance.leave')}</Button>
      </div>
    </section>
  );
}
