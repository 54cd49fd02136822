import { settleRemovals } from '#web/features/library/index.ts';
import { clearKeptEdits } from '#web/features/upload/index.ts';
import { forgetUser, userState } from '#web/features/user/index.ts';
import { api, tokens } from '#web/lib/http.ts';
import { log } from '#web/lib/log.ts';
import { clearAllKept } from '#workers/keep/keep.client.ts';
import { loadAuthConfig } from './sign-in-flow.ts';

/**
 * Ends the sign-in on the server (§7: errors are ignored) and on this device. Returns where to go: an external provider's
 * own end of session, otherwise home (§2; sign-in, which §4 names, would at once begin a new sign-in).
 */
export async function signOut(): Promise<string> {
  await settleRemovals();
  const refresh = tokens.read()?.refresh;
  tokens.clear();
  // On a shared device nothing of theirs stays. A picked recording is still where it was picked from.
  const leaving = userState.user?.id ?? null;
  await Promise.all([clearAllKept(leaving), clearKeptEdits(leaving)]);
  forgetUser();
  if (refresh) {
    await api.auth.logout
      .$post({ json: { refresh_token: refresh } })
      .catch(() => log.warn('auth: the server did not confirm the sign-out'));
  }
  const config = await loadAuthConfig().catch(() => null);
  if (!config?.end_session_endpoint) return '/';
  const url = new URL(config.end_session_endpoint);
  url.searchParams.set('client_id', config.client_id);
  url.searchParams.set('post_logout_redirect_uri', `${location.origin}/`);
  return url.href;
}
