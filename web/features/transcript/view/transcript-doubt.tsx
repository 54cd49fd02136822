import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DoubtCode } from '#api/contract/transcript.ts';
import style from './transcript-doubt.module.css';

/**
 * Shows the reason of a doubt on hover of the text or the icon, on focus, and on press. It is part of the icon's
 * accessible name. Escape hides it (WCAG 1.4.13).
 */
export function TranscriptDoubt({ doubt, tabIndex }: { doubt: DoubtCode; tabIndex: number }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<'auto' | 'open' | 'closed'>('auto');
  const reason = t(`transcript.doubt.reason.${doubt}`);
  return (
    <span className={style.doubt} data-doubt data-shown={shown}>
      <button
        type="button"
        className={style.sign}
        tabIndex={tabIndex}
        aria-label={t('transcript.doubt.label', { reason })}
        data-doubt-sign
        onClick={() => setShown((now) => (now === 'open' ? 'closed' : 'open'))}
        onBlur={() => setShown('auto')}
        onPointerLeave={() => setShown((now) => (now === 'closed' ? 'auto' : now))}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setShown('closed');
        }}
      >
        <TriangleAlert size={16} aria-hidden="true" />
      </button>
      <span className={style.reason} aria-hidden="true">
        {reason}
      </span>
    </span>
  );
}
