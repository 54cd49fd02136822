import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type FormName, startSignIn } from './sign-in-flow.ts';

/** Navigates to the provider, at once if `isAutomatic`, otherwise by `start`. `isFailed`: the provider was unreachable. */
export function useSignInStart(form: FormName, redirect: string | undefined, isAutomatic: boolean) {
  const { mutate: start, isError: isFailed } = useMutation({ mutationFn: () => startSignIn(form, redirect) });
  useEffect(() => {
    if (isAutomatic) start();
  }, [isAutomatic, start]);
  return { start, isFailed };
}
