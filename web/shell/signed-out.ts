import type { AnyRouter } from '@tanstack/react-router';
import { noteFailure } from '#web/features/auth/index.ts';
import { isRecordingUnsafe } from '#web/features/recording/index.ts';
import { forgetUser } from '#web/features/user/index.ts';
import type { SignOutReason } from '#web/lib/fetch.ts';
import type { Scope } from '#web/lib/scope.ts';
import { tokenKeys } from '#web/lib/tokens.ts';
import { signInPath } from '#web/parts/page/guards.ts';

/** Shows the sign-in screen after a request has ended the sign-in. */
export function showSignIn(router: AnyRouter, reason: SignOutReason): void {
  // A running recording keeps its screen, which explains the problem. Sending waits for the next sign-in.
  if (isRecordingUnsafe()) return;
  forgetUser();
  const redirect = router.latestLocation.href;
  const failure = reason === 'failed' ? 'refresh' : reason;
  noteFailure(failure);
  // Who only has to sign in again is led on at once, and sees why at the form.
  const error = reason === 'ended' ? {} : { error: failure };
  void router.navigate({ href: signInPath({ redirect, ...error }), replace: true });
}

/** Signs this tab out when another tab signs out. A running recording keeps its screen. */
export function followOtherTabs(router: AnyRouter, scope: Scope): void {
  scope.listen(window, 'storage', (event) => {
    const { key, newValue } = event as StorageEvent;
    const isSignedOut = key === tokenKeys.access && newValue === null;
    if (isSignedOut && !isRecordingUnsafe()) void router.invalidate();
  });
}
