import { useTranslation } from 'react-i18next';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { isApiError } from '#web/lib/http.ts';
import { Notice } from '#web/ui/notice.tsx';
import { AuthFailure } from './auth-failure.tsx';

/** Says why the sign-in could not begin: the host has no provider, it is away, or the server was not reached. */
export function StartFailure({ problem }: { problem: unknown }) {
  const { t } = useTranslation();
  const isOfProvider =
    isApiError(problem, 'auth.not_configured') || isApiError(problem, 'auth.provider_unreachable');
  if (!isOfProvider) return <AuthFailure failure="unreachable" />;
  return (
    <Notice kind="error" live="alert">
      <p>{errorSentence(t, problem)}</p>
    </Notice>
  );
}
