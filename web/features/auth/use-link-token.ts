import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/**
 * Returns the secret behind the `#` of the address, empty if there is none. It is removed from the address at once, so that it
 * stays neither in the history nor on the screen. Another link that is opened in the same tab replaces it.
 */
export function useLinkToken(): string {
  const router = useRouter();
  const { hash, pathname } = useLocation();
  const [token, setToken] = useState(hash);
  if (hash !== '' && hash !== token) setToken(hash);
  useEffect(() => {
    if (hash !== '') void router.navigate({ href: pathname, replace: true });
  }, [router, hash, pathname]);
  return token;
}
