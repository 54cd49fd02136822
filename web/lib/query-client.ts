import { QueryClient } from '@tanstack/react-query';

/** Cache of server state. `apiFetch` retries failed reads, so retries are off here. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: true, staleTime: 1_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
});
