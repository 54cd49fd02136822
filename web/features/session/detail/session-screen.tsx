import { useParams } from '@tanstack/react-router';
import { FileQuestion } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { isApiError } from '#web/lib/http.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SessionDetailView } from './session-detail.tsx';
import { useSession } from '#web/parts/session/session.state.ts';
import style from './session-screen.module.css';
import { SessionSkeleton } from './session-skeleton.tsx';

/** `/library/{id}`: the recorder and upload for a session without a recording, otherwise the recording and its results. */
export function SessionScreen() {
  const { t } = useTranslation();
  const { id } = useParams({ from: '/library/$id' });
  const query = useSession(id);
  const { data: session, error, refetch } = query;
  const isMissing = isApiError(error, 'session.not_found');
  const title = session?.title ?? (error ? t('session.loadFailed') : '');
  usePageTitle(isMissing ? t('session.notFound.title') : title);
  if (isMissing) return <NotFound />;
  if (session) return <SessionDetailView key={id} session={session} isStale={error !== null} />;
  return (
    <div className={style.screen}>
      {error ? (
        <Notice
          kind="error"
          live="alert"
          title={t('session.loadFailed')}
          actions={
            // `isFetching` is read only here: each poll would otherwise render the whole session twice.
            <Button isPending={query.isFetching} onPress={() => void refetch()}>
              {t('shell.retry')}
            </Button>
          }
        >
          <p>{errorSentence(t, error)}</p>
        </Notice>
      ) : (
        <SessionSkeleton />
      )}
    </div>
  );
}

function NotFound() {
  const { t } = useTranslation();
  return (
    <div className={style.screen}>
      <EmptyState
        isScreen
        icon={<FileQuestion size={40} />}
        title={t('session.notFound.title')}
        action={
          <LinkButton look="primary" href="/library">
            {t('shell.toLibrary')}
          </LinkButton>
        }
      >
        <p>{t('session.notFound.text')}</p>
      </EmptyState>
    </div>
  );
}
