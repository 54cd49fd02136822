import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { formatClock } from '#web/lib/format.ts';
import { Notice } from '#web/ui/notice.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { endOf, phaseOf } from './desk.rules.ts';
import type { Desk } from './desk.ts';
import {
  isInterruptedThere,
  isLeftThere,
  isUnsafeThere,
  isUnstoredThere,
  warningWordsOf,
} from './mirror.rules.ts';
import { useClock } from './use-desk.ts';

type MirrorNoticesProps = { desk: Desk; completion: React.ReactNode };

/** Time without the phone after which the screen offers to complete what the server has, ms. */
const offerAfterMs = 2 * 60_000;

/** Says what disturbs: warnings of the phone, a phone that is away, a connection of this screen that is lost, the end. */
export function MirrorNotices({ desk, completion }: MirrorNoticesProps) {
  const { t } = useTranslation();
  const state = useSnapshot(desk.state);
  const { warnings, problem, stage } = state.mirror;
  if (phaseOf(state) === 'over') {
    const end = endOf(state);
    if (end === 'finished') return null;
    return (
      <>
        <Notice kind="warn" live="status" title={t(`pairing.over.${end}`)}>
          {isUnsafeThere(stage) ? <p>{t('pairing.away.afterEnd')}</p> : null}
        </Notice>
        {completion}
      </>
    );
  }
  if (state.link === 'lost')
    return (
      <Notice kind="warn" live="status" title={t('pairing.link.lost')}>
        {stage === null ? null : <p>{t('pairing.link.old')}</p>}
      </Notice>
    );
  return (
    <>
      <Away desk={desk} completion={completion} />
      {problem === null ? null : (
        <Notice kind="error" live="status" title={t('pairing.problem')}>
          <p>{errorSentence(t, problem)}</p>
        </Notice>
      )}
      {warningWordsOf(warnings).map((word) => (
        <Notice key={word} kind="warn" live="status">
          <p>{t(`recording.warning.${word}`)}</p>
        </Notice>
      ))}
    </>
  );
}

/** Says since when the phone is away, and the stage that it reported last. */
function Away({ desk, completion }: MirrorNoticesProps) {
  const { t } = useTranslation();
  const { mirror } = useSnapshot(desk.state);
  const { isPhoneThere, awaySinceMs, stage } = mirror;
  const isAway = isPhoneThere === false;
  const nowMs = useClock(isAway, 1_000);
  // The clock of the component stands still while the phone is there.
  const awayMs = Math.max(0, nowMs - awaySinceMs);
  const isLeft = isLeftThere(mirror);
  // The sentence of a stage may say that the recording is on the phone. It is left out if the phone does not store the recording: the
  // notice of the problem says that.
  const isUntold = stage === null || stage === 'finished' || isUnstoredThere(mirror);
  const isInterrupted = isInterruptedThere(mirror);
  const known = isLeft ? 'left' : isUntold ? null : isInterrupted ? 'interrupted' : stage;
  return (
    <>
      <VisuallyHidden live="polite">{isAway ? t('pairing.away.said') : null}</VisuallyHidden>
      {isAway ? (
        <Notice kind="warn" title={t('pairing.away.title', { time: formatClock(awayMs / 1000) })}>
          {known === null ? null : <p>{t(`pairing.away.${known}`)}</p>}
          {isUnsafeThere(stage) && awayMs >= offerAfterMs ? <p>{t('pairing.away.complete')}</p> : null}
        </Notice>
      ) : isLeft ? (
        <Notice kind="warn" live="status">
          <p>{t('pairing.away.left')}</p>
        </Notice>
      ) : isInterrupted ? (
        <Notice kind="warn" live="alert" title={t('pairing.stage.interrupted')}>
          <p>{t('pairing.interrupted')}</p>
        </Notice>
      ) : null}
      {isAway && awayMs >= offerAfterMs ? completion : null}
    </>
  );
}
