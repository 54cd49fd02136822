import { useTranslation } from 'react-i18next';
import { Notice } from '#web/ui/notice.tsx';
import type { AuthFailure as Failure } from './auth.rules.ts';

export function AuthFailure({ failure }: { failure: Failure }) {
  const { t } = useTranslation();
  const title = failure === 'permission' ? { title: t('auth.failure.permissionTitle') } : {};
  return (
    <Notice kind={failure === 'ended' ? 'info' : 'error'} live="alert" {...title}>
      <p>{t(`auth.failure.${failure}`)}</p>
    </Notice>
  );
}
