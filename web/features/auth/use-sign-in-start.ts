import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type FormName, startSignIn } from './sign-in-flow.ts';

/**
 * Navigates to the provider: at once if `isAutomatic`, otherwise when `start` is called. `isFailed` is true if the provider
 * could not be reached.
 */
export function useSignInStart(form: FormName, redirect: string | undefined, isAutomatic: boolean) {
  const { mutate: start, isError: isFailed } = useMutation({ mutationFn: () => startSignIn(form, redirect) });
  useEffect(() => {
    if (isAutomatic) start();
  }, [isAutomatic, start]);
  return { start, isFailed };
}
