import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignInItem } from '#api/contract/account.ts';
import { isRecordingUnsafe } from '#web/features/recording/index.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { endAllSignIns } from '#web/parts/account/account-calls.ts';
import { RetryNotice } from '#web/parts/page/retry-notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import style from './account.module.css';
import { useEndSignIn, useSignIns } from './account.state.ts';
import { RecordingFirst } from './recording-first.tsx';
import { useLeave } from './use-leave.ts';

/** Where the person is signed in. Each sign-in can be ended, and all of them at once. */
export function SignInsPart() {
  const { t } = useTranslation();
  const list = useSignIns();
  const ending = useEndSignIn();
  const leave = useLeave();
  const [asking, setAsking] = useState<'no' | 'question' | 'recording'>('no');
  const everywhere = useMutation({
    mutationFn: () => leave(endAllSignIns),
    onSettled: () => setAsking('no'),
  });
  const failure = everywhere.error ?? ending.error;
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
      {failure ? (
        <Notice kind="error" live="alert" title={t('account.signIns.failed')}>
          <p>{errorSentence(t, failure)}</p>
        </Notice>
      ) : null}
      {asking === 'recording' ? <RecordingFirst /> : null}
      <div className={style.actions}>
        <Button onPress={() => setAsking(isRecordingUnsafe() ? 'recording' : 'question')}>
          {t('account.signIns.all')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={asking === 'question'}
        title={t('account.signIns.allTitle')}
        confirmLabel={t('account.signIns.all')}
        cancelLabel={t('shell.cancel')}
        danger
        isPending={everywhere.isPending}
        onConfirm={() => everywhere.mutate()}
        onCancel={() => setAsking('no')}
      >
        <p>{t('account.signIns.allText')}</p>
      </ConfirmDialog>
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
