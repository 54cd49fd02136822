import { useRouter } from '@tanstack/react-router';
import { leaveAccount } from '#web/parts/account/leave.ts';

/** Returns a function that removes everything of the person from this device, and leaves for the home screen. */
export function useLeave(): () => Promise<void> {
  const router = useRouter();
  return async () => {
    const href = await leaveAccount();
    if (href.startsWith('/')) await router.navigate({ href, replace: true });
    else location.assign(href);
  };
}
