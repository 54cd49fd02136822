/**
 * Runs before the scripts of the page have come: starts to load the files and answers that the screen of this address needs, so
 * that they come beside the scripts and not after them. The build adds it to the page (`tools/early-start.ts`). Everything here is
 * only a head start: the page does it all again, and finds what is there already.
 */
import { limits } from '#api/contract/limits.ts';
import { chooseLanguage, languageKey } from '#web/i18n/languages.ts';
import { localStore } from '#web/lib/browser-storage.ts';
import { callEarly } from '#web/lib/early-calls.ts';
import { expiryMarginMs, isTokenExpired } from '#web/lib/http.rules.ts';
import { createTokenStore } from '#web/lib/tokens.ts';
import { callsOf, filesOf, type StartPlan } from './start.rules.ts';

function preload(href: string): void {
  const link = document.createElement('link');
  const isStyle = href.endsWith('.css');
  link.rel = isStyle ? 'preload' : 'modulepreload';
  if (isStyle) link.as = 'style';
  // The page asks for both in this mode. In another one the file would come twice.
  link.crossOrigin = '';
  link.href = href;
  document.head.append(link);
}

const plan = document.querySelector<HTMLMetaElement>('meta[name="start-plan"]');
if (plan) {
  const language = chooseLanguage(localStore.getItem(languageKey), undefined, navigator.languages);
  for (const file of filesOf(JSON.parse(plan.content) as StartPlan, location.pathname, language))
    preload(file);
}

const tokens = createTokenStore(localStore).read();
const marginMs = expiryMarginMs(tokens?.lifeMs ?? null, limits.tokenExpiryMarginMs);
// A token that is about to expire is renewed first, by the page.
if (tokens && !isTokenExpired(tokens.expiresAtMs, Date.now(), marginMs)) {
  const headers = { 'x-client-host': location.hostname, authorization: `Bearer ${tokens.access}` };
  for (const path of callsOf(location.pathname, location.search, limits.listPageSize))
    callEarly(path, headers);
}
