import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SignInItem } from '#api/contract/account.ts';
import { endSignIn, listSignIns } from '#web/parts/account/account-calls.ts';

const signInsKey = ['account', 'sign-ins'];

export function useSignIns() {
  return useQuery({
    queryKey: signInsKey,
    queryFn: ({ signal }): Promise<SignInItem[]> => listSignIns(signal),
  });
}

export function useEndSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => endSignIn(id),
    // Also after a failure: the sign-in may have ended by itself.
    onSettled: () => client.invalidateQueries({ queryKey: signInsKey }),
  });
}
