import { useRouter } from '@tanstack/react-router';
import { signOut } from '#web/features/auth/index.ts';

/** Returns a function that removes everything of the person from this device, and leaves for the home screen. */
export function useLeave(): () => Promise<void> {
  const router = useRouter();
  return async () => {
    const href = await signOut();
    if (href.startsWith('/')) await router.navigate({ href, replace: true });
    else location.assign(href);
  };
}
