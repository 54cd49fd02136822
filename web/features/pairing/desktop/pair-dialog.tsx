import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { type DeskPhase, endOf, phaseOf, shownPhaseOf, timeLeftMs } from './desk.rules.ts';
import type { Desk } from './desk.ts';
import { PairCode } from './pair-code.tsx';
import { PairComparison } from './pair-comparison.tsx';
import style from './pair-dialog.module.css';
import { useClock } from './use-desk.ts';

export type PairDialogProps = { desk: Desk; isOpen: boolean; onClose(): void };

/** Connects a phone: shows the code, then the comparison of both screens. It closes when the phone is connected. */
export function PairDialog({ desk, isOpen, onClose }: PairDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('pairing.title')}>
      <Steps desk={desk} onClose={onClose} />
    </Dialog>
  );
}

/** Code with which the server says that phones cannot use its address. */
const addressUnusable = 'pairing.address_unusable';

function Steps({ desk, onClose }: Omit<PairDialogProps, 'isOpen'>) {
  const { t } = useTranslation();
  const state = useSnapshot(desk.state);
  const phase = phaseOf(state);
  const nowMs = useClock(phase === 'code' || phase === 'waiting');
  const { problem, link, code, pairing } = state;
  const shown = shownPhaseOf(state, nowMs);
  const block = useFocusOnStep(shown);
  const renew = () => void desk.start();
  return (
    <div ref={block} className={style.steps} tabIndex={-1}>
      {shown === 'starting' ? (
        <output className={style.starting}>
          <Spinner size={20} /> {t('pairing.code.starting')}
        </output>
      ) : null}
      {shown === 'failed' && problem ? (
        <Notice
          kind={problem.code === addressUnusable ? 'warn' : 'error'}
          live="alert"
          title={t(problem.code === addressUnusable ? 'pairing.address.title' : 'pairing.code.failed')}
        >
          <p>{errorSentence(t, problem)}</p>
          {problem.code === addressUnusable ? <p>{t('pairing.address.text')}</p> : null}
        </Notice>
      ) : null}
      {shown === 'over' ? (
        <Notice kind="warn" live="status" title={t(`pairing.over.${endOf(state)}`)}>
          <p>{t('pairing.over.again')}</p>
        </Notice>
      ) : null}
      {shown === 'looking' ? (
        <output className={style.starting}>
          <Spinner size={20} /> {t('pairing.stage.looking')}
        </output>
      ) : null}
      {(shown === 'code' || shown === 'waiting' || shown === 'looking') && link === 'lost' ? (
        <Notice kind="warn" live="status">
          <p>{t('pairing.link.lost')}</p>
        </Notice>
      ) : null}
      {shown === 'code' && code ? <PairCode {...code} leftMs={timeLeftMs(state, nowMs)} /> : null}
      {shown === 'waiting' && pairing ? (
        <PairComparison
          pairing={pairing}
          leftMs={timeLeftMs(state, nowMs)}
          isConfirming={state.isConfirming}
          problem={state.confirmProblem}
          onConfirm={() => void desk.confirm()}
          onRefuse={() => void desk.end().catch(() => desk.leave())}
        />
      ) : (
        <div className={style.actions}>
          <Button onPress={onClose}>{t('shell.close')}</Button>
          {shown === 'starting' || shown === 'looking' ? null : (
            <Button look={shown === 'code' ? 'secondary' : 'primary'} onPress={renew}>
              {t(shown === 'failed' ? 'shell.retry' : 'pairing.code.renew')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Moves the focus to the new step, whose first words are then read. What had the focus before is gone. */
function useFocusOnStep(step: DeskPhase) {
  const block = useRef<HTMLDivElement>(null);
  const former = useRef(step);
  useEffect(() => {
    if (former.current !== step) block.current?.focus({ preventScroll: true });
    former.current = step;
  }, [step]);
  return block;
}
