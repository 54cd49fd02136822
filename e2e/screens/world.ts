import { createTestBrowser, type SignUpForm } from '#api/testing/test-browser.ts';
import { newPerson } from '../journey.ts';
import type { Product } from '../product.ts';
import { seedSession } from '../seed-session.ts';
import { spokenFixture } from '../spoken-fixture.ts';

/** What the pictures show: two people, finished sessions with results in every state, and a new one. */
export type World = {
  host: string;
  boss: SignUpForm;
  newcomer: SignUpForm;
  /** A finished session with notes and results. */
  sessionId: string;
  /** A session without a recording. */
  newId: string;
};

const summary =
  '# Beschlüsse\n\n| Traktandum | Entscheid |\n|---|---|\n| Kredit | bewilligt [1] |\n\n- Beginn **bald** 0:05\n- Offerte einholen';
const sources = JSON.stringify([{ n: 1, segment: 's2', at: 3.2 }]);

export async function createWorld(product: Product): Promise<World> {
  const [boss, newcomer] = [newPerson(), newPerson()];
  const { access_token: token } = await createTestBrowser(product.url).register(boss);
  await createTestBrowser(product.url).register(newcomer);
  const { id: newId } = await seedSession(product, token, { title: 'Neue Sitzung' });
  await seedSession(product, token, {
    title:
      'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft: Jahresversammlung',
    spoken: spokenFixture('de_1.wav'),
  });
  const { id: sessionId } = await seedSession(product, token, {
    title: 'Besprechung Projektteam',
    spoken: spokenFixture(),
    notes: '# Notizen\n\n- 0:05 Kredit\n- Termin im März',
    results: [
      ['summary', { text: summary, sources }],
      ['minutes', { state: 'failed', error: 'request.failed' }],
      ['fact_check', { state: 'processing' }],
    ],
  });
  return { host: new URL(product.url).hostname, boss, newcomer, sessionId, newId };
}
