import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { idsOf, userState } from '#web/features/user/index.ts';
import { closeAccount } from '#web/parts/account/account-calls.ts';
import { onlyProblems, presentPasswordProblem } from '#web/parts/account/field-problem.rules.ts';
import { PasswordField } from '#web/parts/account/password-field.tsx';
import { useCheckedForm } from '#web/parts/account/use-checked-form.ts';
import { Loading } from '#web/parts/page/loading.tsx';
import { toasts } from '#web/parts/page/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import style from './account.module.css';
import { PasswordFailure } from './password-failure.tsx';
import { removeUnsentHere, useUnsentHere } from './unsent-here.ts';
import { hasUnsent, UnsentList } from './unsent-list.tsx';
import { useLeave } from './use-leave.ts';

/** Closes the account: what this device has not sent yet, the password, and a tick that nobody sets by mistake. */
export function CloseDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  const leave = useLeave();
  const [isSure, setSure] = useState(false);
  const counted = useUnsentHere(true);
  const unsent = counted.data ?? null;
  const form = useCheckedForm({
    element,
    empty: { password: '' },
    problemsOf: ({ password }) =>
      onlyProblems<{ password: string }>({ password: presentPasswordProblem(password) }),
    send: ({ password }) =>
      leave(async () => {
        const ids = userState.user ? idsOf(userState.user) : [];
        await closeAccount(password);
        await removeUnsentHere(ids);
        toasts.add({ kind: 'info', text: t('account.close.done') });
      }),
  });
  return (
    <Dialog isOpen onClose={onClose} title={t('account.close.question')} role="alertdialog">
      <form ref={element} className={style.form} noValidate onSubmit={(event) => void form.submit(event)}>
        <p>{t('account.close.deletes')}</p>
        <p>{t('account.close.keep')}</p>
        {/* What comes later would move the tick away from a press. */}
        {counted.isPending ? (
          <Loading />
        ) : (
          <>
            {hasUnsent(unsent) ? (
              <Notice
                kind="warn"
                live="alert"
                title={t('account.unsent.title')}
                actions={<LinkButton href="/library">{t('shell.toLibrary')}</LinkButton>}
              >
                <UnsentList unsent={unsent} />
                <p>{t('account.unsent.lost')}</p>
              </Notice>
            ) : null}
            <PasswordFailure error={form.failure} />
            <PasswordField {...form.field('password')} autoComplete="current-password" />
            <Checkbox isSelected={isSure} onChange={setSure}>
              {t('account.close.sure')}
            </Checkbox>
          </>
        )}
        <div className={style.actions}>
          <Button onPress={onClose} isDisabled={form.isSending}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" look="danger" isDisabled={!isSure} isPending={form.isSending}>
            {t('account.close.action')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
