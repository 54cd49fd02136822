/**
 * An older version kept people and sessions by the text of their host, and data on devices by the id of the identity
 * provider. This version finds all of it again. `UPGRADE_FROM` names the commit of the older version.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { uploadByApi, longRecording } from './by-api.ts';
import { createChromium } from './chromium.ts';
import { fixtureAudio, pickFile, sessionIdOf } from './journey.ts';
import { playedSpeech } from './microphone.ts';
import { olderCheckout } from './older-checkout.ts';
import { createProduct, disposeProduct, type Product } from './product.ts';
import {
  button,
  compareStoredAudio,
  expect,
  expectWhole,
  recordFor,
  startRecording,
  test,
  type Page,
} from './recording.ts';
import { startTokenProvider } from './token-provider.ts';

type Person = { host: string; sub: string; token: string };

/** The other names of the server, as a proxy in front of it tells them. */
const hosts = { a: 'a.wort.example', b: 'b.wort.example', public: 'localhost' };

/** Calls the server as a client at the host of a person. */
async function callAs<T>(
  { url }: Product,
  { host, token }: Person,
  path: string,
  json?: unknown,
  etag?: string,
): Promise<T> {
  const response = await fetch(`${url}${path}`, {
    method: json === undefined ? 'GET' : path.includes('/admin/') ? 'PUT' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'x-forwarded-host': host,
      'content-type': 'application/json',
      ...(etag === undefined ? {} : { 'if-match': etag }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  if (!response.ok) throw new Error(`${path} at ${host}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

type Profile = { user: { sub: string }; userDb: { id: string; is_superuser: boolean } };
type Option = { label: string; rev: number };

/** What a person sees of the server: who they are, and their sessions. */
async function viewOf(product: Product, person: Person) {
  const { user, userDb } = await callAs<Profile>(product, person, '/api/auth/me');
  const list = await callAs<{ recordings: { id: string; title: string }[] }>(
    product,
    person,
    '/api/v1/sessions',
  );
  return {
    host: person.host,
    sub: user.sub,
    id: userDb.id,
    isSuperuser: userDb.is_superuser,
    titles: list.recordings.map(({ title }) => title).toSorted(),
  };
}

const optionsOf = (product: Product, person: Person) =>
  callAs<{ own: boolean; options: Option[]; etag?: string }>(
    product,
    person,
    `/api/v1/admin/domains/${person.host}`,
  );

/** Returns the rows of hosts that the server has stored. It changes nothing, as `openDb` would. */
function rowsOf({ dataDir }: Product): unknown[] {
  const db = new Sqlite(join(dataDir, 'wortlaut.db'), { readonly: true });
  try {
    return db.prepare('select key, host, names from domain order by host').all();
  } finally {
    db.close();
  }
}

/** Leaves the host with the first two of its options. */
async function changeOptions(product: Product, person: Person): Promise<void> {
  // Older versions know no etag.
  const { options, etag } = await optionsOf(product, person);
  const kept = options.slice(0, 2).map((option) => ({ ...option, rev: undefined }));
  await callAs(product, person, `/api/v1/admin/domains/${person.host}`, { options: kept }, etag);
}

async function signIn(page: Page, url: string, token: string): Promise<void> {
  await page.goto(`${url}/theme.js`);
  await page.evaluate(
    ([access, expiresAt]) => {
      localStorage.setItem('access_token', access!);
      localStorage.setItem('token_expires_at', expiresAt!);
      localStorage.setItem('preferredLanguage', 'de');
      localStorage.setItem('seenTours', '["library","recording","session"]');
    },
    [token, String(Date.now() + 7_000_000)],
  );
}

type Entry = { user: string; session: string; tab: string; [more: string]: unknown };

/** Reads what waits in the browser, and replaces the user of each entry by `rename`. `more` are put in. */
const unsent = (page: Page, name: string, rename: Record<string, string> = {}, more: Entry[] = []) =>
  page.evaluate(
    ([database, names, added]) =>
      new Promise<Entry[]>((resolve, reject) => {
        const opening = indexedDB.open(database, 1);
        opening.addEventListener('upgradeneeded', () =>
          opening.result.createObjectStore('entry', { keyPath: ['user', 'session', 'tab'] }),
        );
        opening.addEventListener('error', () => reject(opening.error!));
        opening.addEventListener('success', () => {
          const transaction = opening.result.transaction('entry', 'readwrite');
          const store = transaction.objectStore('entry');
          const reading = store.getAll();
          let result: Entry[] = [];
          reading.addEventListener('success', () => {
            result = (reading.result as Entry[]).map((entry) => {
              const user = names[entry.user];
              if (user === undefined) return entry;
              store.delete([entry.user, entry.session, entry.tab]);
              store.put({ ...entry, user });
              return { ...entry, user };
            });
            for (const entry of added) store.put(entry);
          });
          transaction.addEventListener('complete', () => {
            opening.result.close();
            resolve([...result, ...added]);
          });
        });
      }),
    [name, rename, more] as const,
  );

/**
 * Returns the paths of all files that the page has in its private file system, with what small ones contain. The page may remove a file
 * meanwhile. Then that file is left out.
 */
const privateFiles = (page: Page) =>
  page.evaluate(async () => {
    const found: Record<string, string> = {};
    const unlessGone = (error: unknown): void => {
      if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error;
    };
    const note = async (handle: FileSystemFileHandle, path: string): Promise<void> => {
      const file = await handle.getFile();
      found[path] = file.size < 40_000 ? await file.text() : '';
    };
    const walk = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
      for await (const [name, handle] of folder.entries()) {
        const isFolder = handle.kind === 'directory';
        await (
          isFolder
            ? walk(handle as FileSystemDirectoryHandle, `${path}${name}/`)
            : note(handle as FileSystemFileHandle, path + name)
        ).catch(unlessGone);
      }
    };
    await walk(await navigator.storage.getDirectory(), '');
    return found;
  });

const turn = (page: Page, index: number) => page.locator('[data-turn]').nth(index);
const notesField = (page: Page) => page.getByRole('textbox', { name: 'Notizen zur Sitzung' });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

/** Chooses a file in a new session. The page examines it, and nothing is sent. */
async function chooseFile(page: Page, url: string): Promise<string> {
  await page.goto(`${url}/create`);
  await page.getByLabel('Name der Sitzung').fill('Gewählt und nicht gesendet');
  await button(page, 'Sitzung erstellen').click();
  await page.waitForURL(/\/library\/[0-9a-f-]+/);
  await page.getByRole('radio', { name: 'Datei hochladen' }).click();
  await page.waitForURL(/mode=upload/);
  await pickFile(page, fixtureAudio('de_conversation.wav'));
  const id = sessionIdOf(page);
  const isKept = async () =>
    Object.keys(await privateFiles(page)).some((path) => path.endsWith(`/${id}/analysed`));
  await expect.poll(isKept).toBe(true);
  return id;
}

test(
  'hosts, their libraries, options and superusers, and what waits on a device, are found again after the upgrade',
  { tag: '@upgrade' },
  async () => {
    test.setTimeout(1_200_000);
    const older = olderCheckout();
    const provider = await startTokenProvider();
    const product = await createProduct(provider.env, older);
    const chromium = createChromium(playedSpeech().path);
    const person = async (host: string, sub: string): Promise<Person> => {
      const realm = host === hosts.public ? 'main' : host.split('.')[0]!;
      return { host, sub, token: await provider.token(realm, sub) };
    };
    // The same subject at two issuers, on two hosts, is two people.
    const petra = await person(hosts.public, 'petra');
    const urs = await person(hosts.public, 'urs');
    const otherPetra = await person(hosts.a, 'petra');
    const beat = await person(hosts.b, 'beat');
    const dora = await person(hosts.b, 'dora');
    const people = [petra, urs, otherPetra, beat, dora];
    const open = async (who: Person) => {
      const page = await chromium.open();
      await signIn(page, product.url, who.token);
      return page;
    };
    try {
      // The older version.
      for (const who of people) {
        const session = { title: `Von ${who.sub} bei ${who.host}`, language: 'de' };
        await callAs(product, who, '/api/auth/me');
        await callAs(product, who, '/api/v1/sessions', { session });
      }
      await changeOptions(product, petra);
      await changeOptions(product, beat);
      const whole = await uploadByApi(product.url, petra.token, longRecording(1));
      await expect.poll(async () => (await whole.detail()).status).toBe('completed');

      const upload = await open(petra);
      const uploadId = await chooseFile(upload, product.url);
      const recording = await open(petra);
      const recordingId = await startRecording(recording, product, 'Auf dem Gerät geblieben');
      await recordFor(recording, 4);
      const text = await open(petra);
      await text.goto(`${product.url}/library/${whole.id}`);
      await turn(text, 0).waitFor();
      await tab(text, 'Notizen').click();
      await notesField(text).waitFor();

      const before = await Promise.all(people.map((who) => viewOf(product, who)));
      const options = await Promise.all([petra, otherPetra, beat].map((who) => optionsOf(product, who)));
      expect(options.map(({ own, options: all }) => [own, all.length === 2])).toEqual([
        [true, true],
        [false, false],
        [true, true],
      ]);
      const isBeforeRows = !existsSync(join(older, 'api/db/migrations/0015-domain.sql'));
      const rows = isBeforeRows
        ? Object.values(hosts).map((host) => ({ key: host, host, names: '[]' }))
        : rowsOf(product);
      await product.kill();
      await notesField(text).pressSequentially('Notiz ohne Leitung');
      await tab(text, 'Transkript').click();
      await turn(text, 0).focus();
      await text.keyboard.press('Enter');
      await text.keyboard.press('End');
      await text.keyboard.type(' im alten Stand geschrieben', { delay: 20 });
      await text.waitForTimeout(2_000);
      await recordFor(recording, 8);
      await chromium.kill();

      // This version. Before it starts, what waits lies under the ids of the provider, as still older pages wrote it.
      await product.start();
      const [petraId, ursId] = [before[0]!.id, before[1]!.id];
      const ursSession = (await callAs<{ recordings: { id: string }[] }>(product, urs, '/api/v1/sessions'))
        .recordings[0]!.id;
      const page = await open(petra);
      const ofUrs = {
        user: urs.sub,
        session: ursSession,
        tab: 'gone',
        text: 'Von Urs',
        base: { text: '', rev: 0 },
      };
      const rename = { [petraId]: petra.sub };
      expect((await unsent(page, 'unsent-notes', rename, [ofUrs])).map(({ user }) => user)).toEqual([
        petra.sub,
        urs.sub,
      ]);
      expect((await unsent(page, 'edits', rename)).map(({ user }) => user)).toEqual([petra.sub]);

      const after = await Promise.all(people.map((who) => viewOf(product, who)));
      expect(after).toEqual(before);
      expect(after.map(({ isSuperuser }) => isSuperuser)).toEqual([true, false, true, true, false]);
      expect(new Set(after.map(({ id }) => id)).size).toBe(people.length);
      const optionsAfter = await Promise.all([petra, otherPetra, beat].map((who) => optionsOf(product, who)));
      expect(optionsAfter.map(({ own, options: all }) => ({ own, options: all }))).toEqual(
        options.map(({ own, options: all }) => ({ own, options: all })),
      );
      expect(rowsOf(product)).toEqual(rows);

      await page.goto(`${product.url}/library`);
      await expect(page.getByText('Eine Aufnahme liegt noch auf diesem Gerät')).toBeVisible();
      // The recording moves to our own id, and notes and edits go to the server.
      const records = async () =>
        Object.entries(await privateFiles(page))
          .filter(([path]) => /^recordings\/[^/]+\/record\.\d$/.test(path))
          .map(([, content]) => content);
      await expect
        .poll(async () => (await records()).some((content) => content.includes(`"userId":"${petraId}"`)))
        .toBe(true);
      await expect.poll(async () => (await whole.detail()).notes.text).toContain('Notiz ohne Leitung');
      await expect
        .poll(async () => (await whole.detail()).transcript!.segments[0]!.text)
        .toContain('im alten Stand geschrieben');
      await button(page, 'Hochladen').click();
      await expect(page.getByText('Eine Aufnahme liegt noch auf diesem Gerät')).toBeHidden();
      const stored = await compareStoredAudio(page, product, recordingId);
      expectWhole(stored);
      expect(stored.lengthS).toBeGreaterThan(7);

      await page.goto(`${product.url}/library/${uploadId}?mode=upload`);
      await button(page, 'Weiterarbeiten').click();
      await button(page, 'Hochladen').click();
      await expect(page.getByText('fertig', { exact: true }).first()).toBeVisible({ timeout: 400_000 });

      // What another person has left here waits for that person.
      expect((await unsent(page, 'unsent-notes')).map(({ user }) => user)).toEqual([urs.sub]);
      await page.close();
      const next = await open(urs);
      await next.goto(`${product.url}/library`);
      const ursNotes = async () =>
        (await callAs<{ notes: { text: string } }>(product, urs, `/api/v1/sessions/${ursSession}`)).notes
          .text;
      await expect.poll(ursNotes).toBe('Von Urs');
      await expect.poll(() => unsent(next, 'unsent-notes')).toEqual([]);
      expect(await next.evaluate(() => Object.values(localStorage))).toEqual(
        expect.arrayContaining([petraId, ursId]),
      );
    } finally {
      await chromium.dispose();
      await disposeProduct(product);
      await provider.close();
    }
  },
);
