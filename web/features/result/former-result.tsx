import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#api/contract/session.ts';
import type { Player } from '#web/features/player/index.ts';
import { api } from '#web/lib/http.ts';
import { RetryNotice } from '#web/parts/page/retry-notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ResultText } from './result-text.tsx';

type FormerResultProps = {
  session: SessionDetail;
  label: string;
  version: number;
  player: Player | null;
  versions: React.ReactNode;
  onBack(): void;
};

export function FormerResult({ session, label, version, player, versions, onBack }: FormerResultProps) {
  const { t } = useTranslation();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['session', 'result', session.id, label, version],
    queryFn: async ({ signal }) => {
      const param = { id: session.id, label, version: String(version) };
      return (
        await api.v1.sessions[':id'].results[':label'][':version'].$get({ param }, { init: { signal } })
      ).json();
    },
    // The text of a version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const back = (
    <Button look="primary" onPress={onBack}>
      {t('result.version.toNewest')}
    </Button>
  );
  if (error) {
    return (
      <RetryNotice
        title={t('result.version.failed')}
        error={error}
        isFetching={isFetching}
        onRetry={() => void refetch()}
      >
        {back}
      </RetryNotice>
    );
  }
  return (
    <>
      <Notice kind="info" live="status" actions={back}>
        <p>{t('result.version.former')}</p>
      </Notice>
      {!data ? (
        <Skeleton height="12rem" />
      ) : data && data.state === 'done' ? (
        <ResultText session={session} result={data} player={player} versions={versions} />
      ) : (
        <>
          <p>{t('result.version.without')}</p>
          {versions}
        </>
      )}
    </>
  );
}
