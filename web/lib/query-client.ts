import { QueryClient } from '@tanstack/react-query';

/** What the server owns. Repeating failed reads is the business of `apiFetch`, so it is off here. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: true, staleTime: 1_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
});
