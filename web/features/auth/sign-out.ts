import { settleRemovals } from '#web/features/library/index.ts';
import { forgetAllPairings } from '#web/features/pairing/index.ts';
import { clearLocalEdits } from '#web/features/upload/index.ts';
import { forgetUser, idsOf, userState } from '#web/features/user/index.ts';
import { api, tokens } from '#web/lib/http.ts';
import { log } from '#web/lib/log.ts';
import { clearIncoming } from '#web/parts/incoming/incoming-files.ts';
import { clearAllKept } from '#workers/keep/keep.client.ts';
import { loadAuthConfig } from '#web/parts/account/auth-config.ts';

/**
 * Ends the sign-in on the server and on this device. Errors of the server are ignored (§7). Returns the address to go to: the
 * logout of an external provider, otherwise home (§2). The sign-in screen, which §4 names, would start a new sign-in at once.
 * `end` ends more than this sign-in. If it fails, everything stays. It comes after the last deletions, which need the sign-in.
 */
export async function signOut(end: () => Promise<void> = async () => {}): Promise<string> {
  await settleRemovals();
  await end();
  const refresh = tokens.read()?.refresh;
  tokens.clear();
  // The device may be shared, so none of the person's data may stay on it. A file that was chosen for upload still exists at
  // its source.
  const leaving = userState.user && idsOf(userState.user);
  forgetAllPairings(leaving);
  await Promise.all([clearAllKept(leaving), clearLocalEdits(leaving), clearIncoming()]);
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
