import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/http.ts';
import { timings } from '#web/lib/time.ts';

/**
 * Returns whether this server can send mail. `missing`: no mail server is configured. `failed`: the mail server does
 * not answer now. Until the state is known, the result is `ok`.
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
