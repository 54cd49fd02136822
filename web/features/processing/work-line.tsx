import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#api/contract/session.ts';
import { unfinished } from '#web/parts/result/result.rules.ts';
import { remainingText } from '#web/parts/session/progress-text.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { CancelWords } from './cancel-words.tsx';
import style from './work-line.module.css';

/**
 * Says how many results are in progress while the transcript can be read, such as “2 Auswertungen laufen, noch etwa 1
 * Minute”.
 */
export function WorkLine({ session }: { session: SessionDetail }) {
  const { t } = useTranslation();
  const labels = unfinished(session);
  const count = Math.max(1, labels.length);
  return (
    <section className={style.line}>
      <span className={style.icon}>
        <Spinner size={18} />
      </span>
      <p className={style.text}>
        {t('processing.work.running', { count })} · {remainingText(t, session.progress?.remaining_s ?? null)}
      </p>
      {labels.length > 0 ? (
        <CancelWords sessionId={session.id} labels={labels}>
          {t('processing.work.cancel', { count })}
        </CancelWords>
      ) : null}
    </section>
  );
}
