import { loadPart } from '#web/lib/load-part.ts';

/** Imports the module that signs a person out. */
const loadSignOut = () => import('./sign-out.ts');

/** Signs the person out (`sign-out.ts`). The code comes after the first screen, because nobody signs out on it. */
export async function signOut(end?: () => Promise<void>): Promise<string> {
  const { signOut: leave } = await loadPart(loadSignOut);
  return leave(end);
}
