import { useRouter } from '@tanstack/react-router';
import { leaveAccount } from '#web/parts/account/leave.ts';

/**
 * Returns a function that ends sign-ins by `end`, removes everything of the person from this device, and leaves for the home
 * screen.
 */
export function useLeave(): (end: () => Promise<void>) => Promise<void> {
  const router = useRouter();
  return async (end) => {
    const href = await leaveAccount(end);
    if (href.startsWith('/')) await router.navigate({ href, replace: true });
    else location.assign(href);
  };
}
