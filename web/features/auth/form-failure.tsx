import { useTranslation } from 'react-i18next';
import { isApiError } from '#web/lib/http.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { keptRedirect, requestedForm, startSignIn } from './sign-in-flow.ts';

export function FormFailure({ error, text }: { error: unknown; text: string | null }) {
  const { t } = useTranslation();
  if (text === null) return null;
  const isOver = isApiError(error, 'auth.interaction_expired');
  return (
    <Notice
      kind="error"
      live="alert"
      actions={
        isOver ? (
          <Button onPress={() => void startSignIn(requestedForm(), keptRedirect())}>
            {t('auth.startSignIn')}
          </Button>
        ) : undefined
      }
    >
      <p>{text}</p>
    </Notice>
  );
}
