import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/http.ts';
import { timings } from '#web/lib/time.ts';

/**
 * Whether this server can send mail. `missing`: no mail server is configured; `failed`: it does not answer now. It is `ok` as
 * long as that is unknown.
 */
export function useMailStatus(): 'ok' | 'missing' | 'failed' {
  const { data } = useQuery({
    queryKey: ['health', 'mail'],
    queryFn: async ({ signal }) => {
      const response = await api.v1.health.$get({}, { init: { signal } });
      return (await response.json()).parts.mail.status;
    },
    staleTime: timings.profileCacheMs,
    retry: false,
  });
  return data === 'missing' || data === 'failed' ? data : 'ok';
}
