import type { PageView } from '#api/contract/page-view.ts';
import { maskedPath } from '#api/shared/masked-path.ts';
import { domainConfig } from '#web/lib/domain-config.ts';

/**
 * Tells the server that a screen is shown, if the server has asked for it (§10.27). The path has no ids, and the call names no
 * person. Nobody waits for it, and a failure is nobody's concern.
 */
export async function sendPageView(pathname: string): Promise<void> {
  const known = await domainConfig();
  if (known?.config.page_views !== true) return;
  const view: PageView = { path: maskedPath(pathname) };
  // A beacon cannot name the host. This goes on all the same when the page is left.
  await fetch('/api/v1/page-views', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json', 'x-client-host': location.hostname },
    body: JSON.stringify(view),
  }).catch(() => undefined);
}
