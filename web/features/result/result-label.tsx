import { History, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SessionResult } from '#api/contract/session.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import style from './result.module.css';
import { stageOf } from '#web/parts/result/result.rules.ts';

export function ResultLabel({ name, result }: { name: string; result: SessionResult }) {
  const { t } = useTranslation();
  const stage = stageOf(result);
  const isOlder = result !== false && stage === 'done' && result.stale;
  const said = {
    waiting: t('result.pending'),
    writing: t('result.pending'),
    failed: t('result.failed'),
    done: isOlder ? t('result.older') : null,
  }[stage];
  const Icon = stage === 'failed' ? TriangleAlert : stage === 'done' ? History : LoaderCircle;
  return (
    <>
      <span className={style.name}>{name}</span>
      {said === null ? null : (
        <>
          {' '}
          <Icon size={16} aria-hidden="true" />
          <VisuallyHidden>{said}</VisuallyHidden>
        </>
      )}
    </>
  );
}
