import { useTranslation } from 'react-i18next';
import type { SignInItem } from '#api/contract/account.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { RetryNotice } from '#web/parts/page/retry-notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import style from './account.module.css';
import { useEndSignIn, useSignIns } from './account.state.ts';
import { EverywherePart } from './everywhere-part.tsx';

/** Where the person is signed in. Each sign-in can be ended, and all of them at once. */
export function SignInsPart() {
  const { t } = useTranslation();
  const list = useSignIns();
  const ending = useEndSignIn();
  return (
    <section className={style.part}>
      <h2>{t('account.signIns.title')}</h2>
      {list.isError ? (
        <RetryNotice
          title={t('account.signIns.loadFailed')}
          error={list.error}
          isFetching={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : null}
      {list.data ? (
        <ul className={style.list} aria-label={t('account.signIns.title')}>
          {list.data.map((each) => (
            <SignInRow
              key={each.id}
              item={each}
              isPending={ending.isPending && ending.variables === each.id}
              onEnd={() => ending.mutate(each.id)}
            />
          ))}
        </ul>
      ) : null}
      {ending.error ? (
        <Notice kind="error" live="alert" title={t('account.signIns.failed')}>
          <p>{errorSentence(t, ending.error)}</p>
        </Notice>
      ) : null}
      <EverywherePart />
    </section>
  );
}

type SignInRowProps = { item: SignInItem; isPending: boolean; onEnd(): void };

function SignInRow({ item, isPending, onEnd }: SignInRowProps) {
  const { t, i18n } = useTranslation();
  const device = item.device || t('account.signIns.unknown');
  const began = formatDateTime(item.began_at, i18n.language);
  return (
    <li>
      <div>
        <p>{device}</p>
        <p className={style.soft}>{t('account.signIns.began', { when: began })}</p>
        <p className={style.soft}>
          {item.current
            ? t('account.signIns.current')
            : t('account.signIns.seen', { when: formatDateTime(item.seen_at, i18n.language) })}
        </p>
      </div>
      {item.current ? null : (
        <Button
          isPending={isPending}
          aria-label={t('account.signIns.endName', { device, when: began })}
          onPress={onEnd}
        >
          {t('account.signIns.end')}
        </Button>
      )}
    </li>
  );
}
