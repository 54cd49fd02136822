import { Compass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#web/lib/page-title.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

export function NotFoundScreen() {
  const { t } = useTranslation();
  usePageTitle(t('shell.notFound.title'));
  return (
    <EmptyState
      isScreen
      icon={<Compass size={32} />}
      title={t('shell.notFound.title')}
      action={
        <LinkButton look="primary" href="/">
          {t('shell.toHome')}
        </LinkButton>
      }
    >
      <p>{t('shell.notFound.text')}</p>
    </EmptyState>
  );
}
