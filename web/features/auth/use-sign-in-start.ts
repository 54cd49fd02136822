import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type FormName, startSignIn } from './sign-in-flow.ts';

/** Leaves for the provider at once where `isAutomatic`; `start` does so by hand. `isFailed`: it could not be reached. */
export function useSignInStart(form: FormName, redirect: string | undefined, isAutomatic: boolean) {
  const { mutate: start, isError: isFailed } = useMutation({ mutationFn: () => startSignIn(form, redirect) });
  useEffect(() => {
    if (isAutomatic) start();
  }, [isAutomatic, start]);
  return { start, isFailed };
}
