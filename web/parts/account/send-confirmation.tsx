import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { isApiError } from '#web/lib/http.ts';
import { Button } from '#web/ui/button.tsx';
import { requestConfirmation } from './account-calls.ts';

/** Sends the person a link that confirms the address, and says below the button what has come of it. */
export function SendConfirmation() {
  const { t } = useTranslation();
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: requestConfirmation });
  const failure = isApiError(error, 'share.mail_missing')
    ? t('account.address.noMail')
    : error && errorSentence(t, error);
  return (
    <>
      <Button isPending={isPending} onPress={() => mutate()}>
        {t('account.address.send')}
      </Button>
      <output>{isSuccess ? t('account.address.sent') : failure}</output>
    </>
  );
}
