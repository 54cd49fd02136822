import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import type { ResultStage } from '#web/parts/result/result.rules.ts';

type Change = { from: ResultStage; to: ResultStage };

/**
 * Announces once that a text is being written and once that it is done. It does not read the text. Failures have their own
 * alert.
 */
export function StageAnnouncer({ name, stage }: { name: string; stage: ResultStage }) {
  const { t } = useTranslation();
  const [change, setChange] = useState<Change>({ from: stage, to: stage });
  if (change.to !== stage) setChange({ from: change.to, to: stage });
  const wasUnfinished = change.from === 'waiting' || change.from === 'writing';
  const said = (() => {
    if (change.from === change.to) return '';
    if (change.to === 'writing') return t('result.announce.started', { name });
    return change.to === 'done' && wasUnfinished ? t('result.announce.done', { name }) : '';
  })();
  return <VisuallyHidden live="polite">{said}</VisuallyHidden>;
}
