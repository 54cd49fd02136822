import { useTranslation } from 'react-i18next';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { isApiError } from '#web/lib/http.ts';
import { Notice } from '#web/ui/notice.tsx';

/** Says why a form with the present password failed. The sentence of the sign-in form would speak of the address too. */
export function PasswordFailure({ error }: { error: unknown }) {
  const { t } = useTranslation();
  if (!error) return null;
  const isWrong = isApiError(error, 'auth.credentials_wrong');
  return (
    <Notice kind="error" live="alert">
      <p>{isWrong ? t('account.password.wrong') : errorSentence(t, error)}</p>
    </Notice>
  );
}
