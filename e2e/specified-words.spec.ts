/** Brings each sentence of §5 and §8 to the screen, in English. `web/i18n/specified-words.test.ts` checks that none is missing here. */
import { mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestBrowser } from '#api/testing/test-browser.ts';
import { toWav } from '#wasm/testing/wav.ts';
import { fixtureAudio, newPerson, pickFile, signedInAgain } from './journey.ts';
import { expect, test, type Page, type Product } from './product.ts';
import { isSaid } from './said.ts';
import { seedSession, type Seed } from './seed-session.ts';
import { spokenFixture } from './spoken-fixture.ts';

const refusal = (status: number, code: string) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ detail: '', code, request_id: 'r-1' }),
});
const fails = refusal(500, 'request.failed');

/** Opens the page of a new session, which is created from `seed`. */
async function openSession(page: Page, product: Product, seed: Partial<Seed> = {}): Promise<string> {
  const person = await signedInAgain(page, product.url, 'en');
  const { id } = await seedSession(product, person.token, { title: 'Words', ...seed });
  await page.goto(`/library/${id}`);
  return id;
}

/** Changes these fields in the server's answers about a session. */
const asIf = (page: Page, change: object) =>
  page.route(/\/api\/v1\/sessions\/[\da-f-]{36}$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...change } });
  });

async function openUpload(page: Page, product: Product): Promise<void> {
  await openSession(page, product);
  await page.getByRole('radio', { name: 'Upload a file' }).click();
  await expect(page.locator('input[type=file]')).toBeAttached();
}

async function upload(page: Page): Promise<void> {
  await pickFile(page, fixtureAudio('de_1.wav'));
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
}

test.describe('Authentication', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('preferredLanguage', 'en'));
  });

  for (const [what, path, key] of [
    ['a login that the provider refuses', '/auth/callback?error=access_denied', 'auth.failure.login'],
    ['a logout that failed', '/signin?error=logout', 'auth.failure.logout'],
    ['an answer to a question of another tab', '/auth/callback?code=a&state=b', 'auth.failure.state'],
    ['an answer without a code', '/auth/callback', 'auth.failure.missing_parameters'],
  ] as const) {
    test(what, async ({ page }) => {
      await page.goto(path);
      await isSaid(page, key);
    });
  }

  test('a code that is not taken', async ({ page, product }) => {
    const person = newPerson();
    await createTestBrowser(product.url).register(person);
    await page.route('**/api/auth/token', (route) => route.fulfill(refusal(400, 'auth.code_rejected')));
    await page.goto('/signin');
    await page.getByLabel('E-mail address').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await isSaid(page, 'auth.failure.exchange');
  });

  for (const [what, status, keys] of [
    ['a profile that does not come', 500, ['auth.failure.profile']],
    ['a person who may not use it', 403, ['auth.failure.permissionTitle', 'auth.failure.permission']],
  ] as const) {
    test(what, async ({ page, product }) => {
      await signedInAgain(page, product.url, 'en');
      const code = status === 403 ? 'auth.forbidden' : 'request.failed';
      await page.route('**/api/auth/me', (route) => route.fulfill(refusal(status, code)));
      await page.goto('/library');
      for (const key of keys) await isSaid(page, key);
    });
  }
});

test.describe('Sessions', () => {
  test('a new one without a name, without a connection, and behind a page of somebody else', async ({
    page,
    product,
  }) => {
    await signedInAgain(page, product.url, 'en');
    await page.goto('/create');
    const submit = page.getByRole('button', { name: 'Create session' });
    await page.getByLabel('Session name').fill(' ');
    await submit.click();
    await isSaid(page, 'create.field.titleRequired');
    await page.getByLabel('Session name').fill('Words');
    const creations = /\/api\/v1\/sessions\/?$/;
    await page.route(creations, (route) => route.fulfill(refusal(400, 'session.title_required')));
    await submit.click();
    await isSaid(page, 'create.failed');
    await isSaid(page, 'error.session.title_required');
    await page.route(creations, (route) => route.abort());
    await submit.click();
    await isSaid(page, 'error.network.failed');
    const portal = { status: 511, contentType: 'text/html', body: '<h1>Sign in to the hotel</h1>' };
    await page.route(creations, (route) => route.fulfill(portal));
    await submit.click();
    await isSaid(page, 'error.network.unexpected');
  });

  test('one that cannot be loaded, and one that is not there', async ({ page, product }) => {
    await signedInAgain(page, product.url, 'en');
    const path = '/library/00000000-0000-7000-8000-000000000000';
    await page.goto(path);
    await isSaid(page, 'session.notFound.title');
    await page.route('**/api/v1/sessions/*', (route) => route.fulfill(fails));
    await page.goto(path);
    await isSaid(page, 'session.loadFailed');
  });

  test('one that is gone while it is being renamed', async ({ page, product }) => {
    await openSession(page, product);
    await page.route('**/api/v1/sessions/*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill(refusal(404, 'session.not_found'))
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel('Session name').fill('Other words');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await isSaid(page, 'error.session.not_found');
  });

  test('one of a status that nobody knows', async ({ page, product }) => {
    await asIf(page, { status: 'dreaming' });
    await openSession(page, product);
    await isSaid(page, 'session.unknownStatus.title');
  });

  test('one that is deleted, and one whose deletion fails', async ({ page, product }) => {
    const remove = async () => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: /Delete/ }).click();
      await page.getByRole('button', { name: 'Delete for good' }).click();
    };
    await openSession(page, product);
    await page.route('**/api/v1/sessions/*', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill(fails) : route.continue(),
    );
    await remove();
    await isSaid(page, 'library.remove.done_one');
    await isSaid(page, 'library.remove.failed_one');
  });
});

test.describe('Results', () => {
  test('documents and audio that do not come', async ({ page, product }) => {
    await openSession(page, product, { spoken: spokenFixture('de_1.wav') });
    await page.route(/\/(report|audio-url)(\?|$)/, (route) => route.fulfill(fails));
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Download document …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
    await isSaid(page, 'export.failed');
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Audio' }).click();
    await page.getByRole('button', { name: 'Download audio' }).click();
    await isSaid(page, 'player.downloadFailed');
  });

  test('notes without a word', async ({ page, product }) => {
    await openSession(page, product, { spoken: spokenFixture('de_1.wav') });
    await page.getByRole('tab', { name: 'Notes' }).click();
    await page.getByRole('button', { name: 'Put in order' }).click();
    await isSaid(page, 'error.notes.nothing_to_enhance');
  });

  test('a recording in which nobody speaks', async ({ page, product }) => {
    await asIf(page, { notice: 'no_speech', transcript: null });
    await openSession(page, product, { spoken: { ...spokenFixture('de_1.wav'), segments: [], speech: [] } });
    await isSaid(page, 'transcript.empty.noSpeech.title');
  });

  test('a transcription that failed', async ({ page, product }) => {
    await asIf(page, { status: 'error', reason: 'transcription.failed', transcript: null });
    await openSession(page, product, { spoken: { ...spokenFixture('de_1.wav'), segments: [] } });
    await isSaid(page, 'error.transcription.failed');
  });
});

test.describe('Recording', () => {
  for (const [what, name, key] of [
    ['a microphone that is not allowed', 'NotAllowedError', 'error.capture.denied'],
    ['a microphone that fails', 'UnknownError', 'error.capture.failed'],
  ] as const) {
    test(what, async ({ page, product }) => {
      await page.addInitScript((error) => {
        navigator.mediaDevices.getUserMedia = async () => {
          throw new DOMException('Permission denied by system', error);
        };
      }, name);
      await openSession(page, product);
      await page.getByRole('button', { name: 'Switch on the microphone' }).click();
      await isSaid(page, key);
    });
  }
});

test.describe('Upload', () => {
  test('two files at once', async ({ page, product }) => {
    await openUpload(page, product);
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      for (const name of ['a.wav', 'b.wav']) dataTransfer.items.add(new File(['x'], name));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    });
    await isSaid(page, 'upload.selection.several');
  });

  test('a file of more than 150 MB', async ({ page, product }) => {
    await openUpload(page, product);
    const path = join(mkdtempSync(join(tmpdir(), 'wortlaut-words-')), 'large.wav');
    const bytes = 160_000_000;
    const wav = Buffer.from(toWav(new Float32Array(1), 48_000));
    wav.writeUInt32LE(bytes - 8, 4);
    wav.writeUInt32LE(bytes - 44, 40);
    writeFileSync(path, wav.subarray(0, 44));
    truncateSync(path, bytes);
    await pickFile(page, path);
    await isSaid(page, 'error.media.too_large');
    await expect(page.getByRole('alert')).toContainText(/maximum file size of 150\sMB\./);
  });

  test('a device without room for what one does', async ({ page, product }) => {
    await openUpload(page, product);
    const cdp = await page.context().newCDPSession(page);
    const origin = new URL(product.url).origin;
    await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1000 });
    await pickFile(page, fixtureAudio('de_1.wav'));
    await isSaid(page, 'upload.keeping.full');
  });

  test('an upload that the server refuses', async ({ page, product }) => {
    await openUpload(page, product);
    await page.route('**/api/v1/uploads**', (route) => route.fulfill(refusal(413, 'upload.quota_exceeded')));
    await upload(page);
    await isSaid(page, 'upload.failed.sending');
  });

  test('a recording that cannot be completed', async ({ page, product }) => {
    await openUpload(page, product);
    await page.route('**/recording-complete', (route) => route.fulfill(fails));
    await upload(page);
    await isSaid(page, 'upload.failed.completing');
  });

  test('an upload that stands still', async ({ page, product }) => {
    await openUpload(page, product);
    await page.route('**/api/v1/uploads/*', (route) =>
      route.request().method() === 'PATCH' ? undefined : route.continue(),
    );
    await upload(page);
    await isSaid(page, 'network.stalled_other');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('an upload whose connection breaks, time after time', async ({ page, product }) => {
    await openUpload(page, product);
    await page.route('**/api/v1/uploads/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort('connectionreset') : route.continue(),
    );
    await upload(page);
    await isSaid(page, 'network.notice.retrying_other');
    // The page tries again after 1, 3, 5 and 10 s.
    await isSaid(page, 'network.notice.paused_other');
  });
});

test.describe('Network', () => {
  test('a device without a connection, and a server that does not answer', async ({ page, product }) => {
    await signedInAgain(page, product.url, 'en');
    await page.goto('/library');
    await expect(page.getByRole('searchbox')).toBeVisible();
    await page.context().setOffline(true);
    await isSaid(page, 'network.bar.offline');
    await page.context().setOffline(false);
    await page.route(/\/api\/v1\/(health|sessions)/, (route) => route.abort());
    await page.getByRole('searchbox').fill('words');
    await isSaid(page, 'network.bar.unreachable');
  });
});
