import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type FormName, startSignIn } from './sign-in-flow.ts';

/**
 * Navigates to the provider: at once if `isAutomatic`, otherwise when `start` is called. `problem` is the error if
 * that failed, else null.
 */
export function useSignInStart(form: FormName, redirect: string | undefined, isAutomatic: boolean) {
  const { mutate: start, error: problem } = useMutation({ mutationFn: () => startSignIn(form, redirect) });
  useEffect(() => {
    if (isAutomatic) start();
  }, [isAutomatic, start]);
  return { start, problem };
}
