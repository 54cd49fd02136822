import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { isApiError } from '#web/lib/http.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { confirmAddress } from '#web/parts/account/account-calls.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { LinkOver } from './link-over.tsx';
import { useLinkToken } from './use-link-token.ts';

/** Confirms an address with the secret of a link. It needs no sign-in. */
export function ConfirmScreen() {
  const { t } = useTranslation();
  const token = useLinkToken();
  usePageTitle(t('auth.confirm.title'));
  return (
    <AuthFrame title={t('auth.confirm.title')}>
      <ConfirmSteps key={token} token={token} />
    </AuthFrame>
  );
}

/** Programs that look into mails open links by themselves. A press is what a person does. */
function ConfirmSteps({ token }: { token: string }) {
  const { t } = useTranslation();
  const { mutate, error, isPending, isSuccess } = useMutation({ mutationFn: () => confirmAddress(token) });
  const isOver =
    token === '' || isApiError(error, 'auth.link_expired') || isApiError(error, 'request.invalid');
  const goOn = <LinkButton href="/account">{t('auth.confirm.toAccount')}</LinkButton>;
  if (isSuccess) {
    return (
      <>
        <Notice kind="safe" live="status" title={t('auth.confirm.doneTitle')}>
          <p>{t('auth.confirm.done')}</p>
        </Notice>
        {goOn}
      </>
    );
  }
  if (isOver) {
    return <LinkOver text={token === '' ? t('auth.link.missing') : t('auth.confirm.over')} way={goOn} />;
  }
  return (
    <>
      <p>{t('auth.confirm.text')}</p>
      {error ? (
        <Notice kind="error" live="alert">
          <p>{errorSentence(t, error)}</p>
        </Notice>
      ) : null}
      <Button look="primary" isPending={isPending} onPress={() => mutate()}>
        {t('auth.confirm.action')}
      </Button>
    </>
  );
}
