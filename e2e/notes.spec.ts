import type { BrowserContext } from '@playwright/test';
import { decodeJwt } from 'jose';
import { signedIn } from './journey.ts';
import { expect, long, test, type Page, type Product } from './product.ts';
import { seedSession } from './seed-session.ts';
import { spokenFixture } from './spoken-fixture.ts';

/** Unsent notes and edits of a tab are never lost, and are sent without opening their session. */

const field = (page: Page) => page.getByRole('textbox', { name: 'Notizen zur Sitzung' });
const unsent = (page: Page) => page.getByText(/^Noch nicht gesendet/);

async function openNotes(page: Page, product: Product) {
  const { token } = await signedIn(page, product.url);
  const seed = { title: 'Lange Sitzung', spoken: spokenFixture(), notes: 'Kredit' };
  const session = await seedSession(product, token, seed);
  await page.goto(`/library/${session.id}?tab=notes`);
  await expect(field(page)).toHaveValue('Kredit');
  const noted = async () => (await session.detail()).notes.text;
  return { ...session, token, noted };
}

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

async function kill(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  cdp.send('Page.crash').catch(() => {});
  await crashed;
  await page.close();
}

/** Cuts the network of one tab only. */
async function cutNetwork(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: true,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}

async function writeAlone(page: Page, product: Product, text: string): Promise<void> {
  await product.stop();
  await field(page).press('End');
  await field(page).pressSequentially(text);
  await expect(page.getByText(/^Auf diesem Gerät/).first()).toBeVisible();
}

test(
  'two tabs write notes of one session, one of them offline: what that tab kept is offered after it was killed',
  long,
  async ({ page, context, product }) => {
    const { id, noted } = await openNotes(page, product);
    const other = await openTab(context, `/library/${id}?tab=notes`);
    await expect(field(other)).toHaveValue('Kredit');
    await cutNetwork(page);
    await field(page).press('End');
    await field(page).pressSequentially(' von A');
    await expect(page.getByText(/^Auf diesem Gerät/)).toBeVisible();
    await field(other).press('End');
    await field(other).pressSequentially(' von B');
    await expect.poll(noted).toBe('Kredit von B');
    // Tab B writes and removes only its own entry, not that of tab A.
    await field(other).pressSequentially(', und mehr');
    await expect.poll(noted).toBe('Kredit von B, und mehr');
    await kill(page);
    await other.close();

    const again = await openTab(context, `/library/${id}?tab=notes`);
    await expect(again.getByText('Die Notizen wurden inzwischen anderswo geändert')).toBeVisible();
    await expect(field(again)).toHaveValue('Kredit von A');
    expect(await noted()).toBe('Kredit von B, und mehr');
    await again.getByRole('button', { name: 'Beide behalten' }).click();
    await expect.poll(noted).toBe('Kredit von B, und mehr\n\nKredit von A');
  },
);

test('notes of a killed tab are marked in the library while the server is away, and are sent when it is back, without opening the session', async ({
  page,
  context,
  product,
}) => {
  const { noted } = await openNotes(page, product);
  const library = await openTab(context, '/library');
  await expect(library.getByRole('link', { name: 'Lange Sitzung' })).toBeVisible();
  await writeAlone(page, product, ', offline');
  await kill(page);
  await expect(unsent(library)).toHaveText('Noch nicht gesendet: Notizen');
  await product.start();
  await expect.poll(noted).toBe('Kredit, offline');
  await expect(unsent(library)).toHaveCount(0);
});

test(
  'if somebody else changed the notes meanwhile, the library says so and the session asks which to keep',
  long,
  async ({ page, context, product }) => {
    const { noted, patch } = await openNotes(page, product);
    await writeAlone(page, product, ', von hier');
    await kill(page);
    await product.start();
    await patch({ notes: { text: 'Kredit, von dort', base: 1 } });
    const library = await openTab(context, '/library');
    await expect(unsent(library)).toContainText('Öffnen Sie die Sitzung');
    expect(await noted()).toBe('Kredit, von dort');
    await library.getByRole('link', { name: 'Lange Sitzung' }).click();
    await library.getByRole('tab', { name: 'Notizen' }).click();
    await expect(field(library)).toHaveValue('Kredit, von hier');
    await library.getByRole('button', { name: 'Beide behalten' }).click();
    await expect.poll(noted).toBe('Kredit, von dort\n\nKredit, von hier');
  },
);

test(
  'notes of a deleted session that were never sent can be read and discarded',
  long,
  async ({ page, context, product }) => {
    const { id, token } = await openNotes(page, product);
    await writeAlone(page, product, ', noch hier');
    await kill(page);
    await product.start();
    const headers = { authorization: `Bearer ${token}` };
    await fetch(`${product.url}/api/v1/sessions/${id}`, { method: 'DELETE', headers });
    const library = await openTab(context, '/library');
    await expect(library.getByText('Kredit, noch hier')).toBeVisible();
    await library.reload();
    await library.getByRole('button', { name: 'Verwerfen' }).click();
    await expect(library.getByText('Kredit, noch hier')).toHaveCount(0);
    await library.reload();
    await expect(library.getByRole('link', { name: 'Neue Sitzung' }).first()).toBeVisible();
    await expect(library.getByText('Kredit, noch hier')).toHaveCount(0);
  },
);

test('notes and edits that an earlier version of the page has kept are sent from the library', async ({
  page,
  product,
}) => {
  const { token } = await signedIn(page, product.url);
  const session = await seedSession(product, token, {
    title: 'Lange Sitzung',
    spoken: spokenFixture(),
    notes: 'Kredit',
  });
  const { user_id: owner, transcript } = await session.detail();
  const [first] = transcript!.segments;
  await page.goto('/manifest.webmanifest');
  await page.evaluate(
    async ({ notes, edits }) => {
      const put = (
        name: string,
        store: string,
        options: IDBObjectStoreParameters,
        value: unknown,
        key?: string,
      ) =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open(name, 1);
          opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(store, options));
          opening.addEventListener('error', () => reject(opening.error));
          opening.addEventListener('success', () => {
            const writing = opening.result.transaction(store, 'readwrite');
            writing.objectStore(store).put(value, key);
            writing.addEventListener('complete', () => {
              opening.result.close();
              resolve();
            });
          });
        });
      await put('wortlaut-notes', 'notes', {}, notes.value, notes.key);
      await put('edits', 'entry', { keyPath: ['user', 'session', 'tab'] }, edits);
    },
    {
      notes: {
        key: `${owner} ${session.id}`,
        value: { text: 'Kredit, von früher', base: { text: 'Kredit', rev: 1 }, atMs: 1_000 },
      },
      edits: {
        user: decodeJwt(token).sub,
        session: session.id,
        tab: 'gone',
        version: 1,
        conflicts: [],
        edits: [
          {
            op: { op: 'text', segment: first!.id, text: 'Von früher.' },
            was: [first!.text],
            place: { startS: first!.start, endS: first!.end },
          },
        ],
      },
    },
  );
  await page.goto('/library');
  await expect.poll(async () => (await session.detail()).notes.text).toBe('Kredit, von früher');
  await expect.poll(async () => (await session.detail()).transcript!.segments[0]!.text).toBe('Von früher.');
  await expect(unsent(page)).toHaveCount(0);
});
