/**
 * Shows sentences of §5 and §8 on the screen, in English. `web/i18n/specified-words.test.ts` checks that each sentence has
 * a case in a file of `e2e`.
 */
import type { Route } from '@playwright/test';
import { createTestBrowser } from '#api/testing/test-browser.ts';
import { fixtureAudio, newPerson, pickFile, signedInAgain } from './journey.ts';
import { expect, long, test, type Page, type Product } from './product.ts';
import { expectSentence } from './sentence.ts';
import { seedSession, type Seed } from './seed-session.ts';
import { silentWav } from './sound.ts';
import { spokenFixture } from './spoken-fixture.ts';

const refusal = (status: number, code: string) => ({
  status,
  json: { detail: '', code, request_id: 'r-1' },
});
const fails = refusal(500, 'request.failed');

/** Answers requests of one method with `answer`. The others go to the server. */
const routeMethod = (page: Page, url: string, method: string, answer: (route: Route) => unknown) =>
  page.route(url, (route) => (route.request().method() === method ? answer(route) : route.continue()));

/** Stores a new session with the fields of `seed` and opens its page. Returns its id. */
async function openSession(page: Page, product: Product, seed: Partial<Seed> = {}): Promise<string> {
  const person = await signedInAgain(page, product.url, 'en');
  const { id } = await seedSession(product, person.token, { title: 'Words', ...seed });
  await page.goto(`/library/${id}`);
  return id;
}

/** Overrides fields in the server's answers about a session. */
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
    ['the provider refuses the login', '/auth/callback?error=access_denied', 'auth.failure.login'],
    ['the logout failed', '/signin?error=logout', 'auth.failure.logout'],
    ['the callback has an unknown state', '/auth/callback?code=a&state=b', 'auth.failure.state'],
    ['the callback has no code', '/auth/callback', 'auth.failure.missing_parameters'],
  ] as const) {
    test(what, async ({ page }) => {
      await page.goto(path);
      await expectSentence(page, key);
    });
  }

  test('the server rejects the code', async ({ page, product }) => {
    const person = newPerson();
    await createTestBrowser(product.url).register(person);
    await page.route('**/api/auth/token', (route) => route.fulfill(refusal(400, 'auth.code_rejected')));
    await page.goto('/signin');
    await page.getByLabel('E-mail address').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expectSentence(page, 'auth.failure.exchange');
  });

  for (const [what, status, keys] of [
    ['the profile cannot be loaded', 500, ['auth.failure.profile']],
    ['the person has no access', 403, ['auth.failure.permissionTitle', 'auth.failure.permission']],
  ] as const) {
    test(what, async ({ page, product }) => {
      await signedInAgain(page, product.url, 'en');
      const code = status === 403 ? 'auth.forbidden' : 'request.failed';
      await page.route('**/api/auth/me', (route) => route.fulfill(refusal(status, code)));
      await page.goto('/library');
      for (const key of keys) await expectSentence(page, key);
    });
  }
});

test.describe('Sessions', () => {
  test('a session is created without a name, without a connection, and behind a captive portal', async ({
    page,
    product,
  }) => {
    await signedInAgain(page, product.url, 'en');
    await page.goto('/create');
    const submit = page.getByRole('button', { name: 'Create session' });
    await page.getByLabel('Session name').fill(' ');
    await submit.click();
    await expectSentence(page, 'create.field.titleRequired');
    await page.getByLabel('Session name').fill('Words');
    const creations = /\/api\/v1\/sessions\/?$/;
    await page.route(creations, (route) => route.fulfill(refusal(400, 'session.title_required')));
    await submit.click();
    await expectSentence(page, 'create.failed');
    await expectSentence(page, 'error.session.title_required');
    await page.route(creations, (route) => route.abort());
    await submit.click();
    await expectSentence(page, 'error.network.failed');
    const portal = { status: 511, contentType: 'text/html', body: '<h1>Sign in to the hotel</h1>' };
    await page.route(creations, (route) => route.fulfill(portal));
    await submit.click();
    await expectSentence(page, 'error.network.unexpected');
  });

  test('a session does not exist, or cannot be loaded', async ({ page, product }) => {
    await signedInAgain(page, product.url, 'en');
    const path = '/library/00000000-0000-7000-8000-000000000000';
    await page.goto(path);
    await expectSentence(page, 'session.notFound.title');
    await page.route('**/api/v1/sessions/*', (route) => route.fulfill(fails));
    await page.goto(path);
    await expectSentence(page, 'session.loadFailed');
  });

  test('a session is deleted while it is being renamed', async ({ page, product }) => {
    await openSession(page, product);
    await routeMethod(page, '**/api/v1/sessions/*', 'PATCH', (route) =>
      route.fulfill(refusal(404, 'session.not_found')),
    );
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel('Session name').fill('Other words');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expectSentence(page, 'error.session.not_found');
  });

  test('a session has an unknown status', async ({ page, product }) => {
    await asIf(page, { status: 'dreaming' });
    await openSession(page, product);
    await expectSentence(page, 'session.unknownStatus.title');
  });

  test('a session is deleted, or its deletion fails', long, async ({ page, product }) => {
    const remove = async () => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: /Delete/ }).click();
      await page.getByRole('button', { name: 'Delete for good' }).click();
    };
    await openSession(page, product);
    await routeMethod(page, '**/api/v1/sessions/*', 'DELETE', (route) => route.fulfill(fails));
    await remove();
    await expectSentence(page, 'library.remove.done_one');
    await expectSentence(page, 'library.remove.failed_one');
  });
});

test.describe('Results', () => {
  test('documents and audio cannot be downloaded', async ({ page, product }) => {
    await openSession(page, product, { spoken: spokenFixture('de_1.wav') });
    await page.route(/\/(report|audio-url)(\?|$)/, (route) => route.fulfill(fails));
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Download document …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
    await expectSentence(page, 'export.failed');
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Audio' }).click();
    await page.getByRole('button', { name: 'Download audio' }).click();
    await expectSentence(page, 'player.downloadFailed');
  });

  test('empty notes are put in order', async ({ page, product }) => {
    await openSession(page, product, { spoken: spokenFixture('de_1.wav') });
    await page.getByRole('tab', { name: 'Notes' }).click();
    await page.getByRole('button', { name: 'Put in order' }).click();
    await expectSentence(page, 'error.notes.nothing_to_enhance');
  });

  test('nobody speaks in the recording', async ({ page, product }) => {
    await asIf(page, { notice: 'no_speech', transcript: null });
    await openSession(page, product, { spoken: { ...spokenFixture('de_1.wav'), segments: [], speech: [] } });
    await expectSentence(page, 'transcript.empty.noSpeech.title');
  });

  test('the transcription failed', async ({ page, product }) => {
    await asIf(page, { status: 'error', reason: 'transcription.failed', transcript: null });
    await openSession(page, product, { spoken: { ...spokenFixture('de_1.wav'), segments: [] } });
    await expectSentence(page, 'error.transcription.failed');
  });
});

test.describe('Recording', () => {
  for (const [what, name, key] of [
    ['the microphone is denied', 'NotAllowedError', 'error.capture.denied'],
    ['the microphone fails', 'UnknownError', 'error.capture.failed'],
  ] as const) {
    test(what, async ({ page, product }) => {
      await page.addInitScript((error) => {
        navigator.mediaDevices.getUserMedia = async () => {
          throw new DOMException('Permission denied by system', error);
        };
      }, name);
      await openSession(page, product);
      await page.getByRole('button', { name: 'Switch on the microphone' }).click();
      await expectSentence(page, key);
    });
  }
});

test.describe('Upload', () => {
  test('two files are dropped at once', async ({ page, product }) => {
    await openUpload(page, product);
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      for (const name of ['a.wav', 'b.wav']) dataTransfer.items.add(new File(['x'], name));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    });
    await expectSentence(page, 'upload.selection.several');
  });

  test('the file is larger than 150 MB', async ({ page, product }) => {
    await openUpload(page, product);
    await pickFile(page, silentWav('large.wav', 800, 48_000, 2));
    await expectSentence(page, 'error.media.too_large');
    await expect(page.getByRole('alert')).toContainText(/maximum file size of 150\sMB\./);
  });

  test('the device has no room to keep the work on a file', long, async ({ page, product }) => {
    await openUpload(page, product);
    const cdp = await page.context().newCDPSession(page);
    const origin = new URL(product.url).origin;
    await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1000 });
    await pickFile(page, fixtureAudio('de_1.wav'));
    await expectSentence(page, 'upload.keeping.full');
  });

  test('the server refuses the upload', long, async ({ page, product }) => {
    await openUpload(page, product);
    await page.route('**/api/v1/uploads**', (route) => route.fulfill(refusal(507, 'upload.quota_exceeded')));
    await upload(page);
    await expectSentence(page, 'upload.failed.sending');
  });

  test('the upload cannot be completed', long, async ({ page, product }) => {
    await openUpload(page, product);
    await page.route('**/recording-complete', (route) => route.fulfill(fails));
    await upload(page);
    await expectSentence(page, 'upload.failed.completing');
  });

  test('the upload makes no progress', long, async ({ page, product }) => {
    await openUpload(page, product);
    // The empty handler does not answer the PATCH, and leaves its connection open.
    await routeMethod(page, '**/api/v1/uploads/*', 'PATCH', () => undefined);
    await upload(page);
    await expectSentence(page, 'network.stalled_other');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('the connection of the upload breaks again and again', long, async ({ page, product }) => {
    await openUpload(page, product);
    await routeMethod(page, '**/api/v1/uploads/*', 'PATCH', (route) => route.abort('connectionreset'));
    await upload(page);
    await expectSentence(page, 'network.notice.retrying_other');
    // The page retries after 1, 3, 5 and 10 s.
    await expectSentence(page, 'network.notice.paused_other');
  });
});

test.describe('Network', () => {
  test('the device is offline, or the server does not answer', async ({ page, product }) => {
    const { token } = await signedInAgain(page, product.url, 'en');
    await seedSession(product, token, { title: 'Meeting' });
    await page.goto('/library');
    await expect(page.getByRole('searchbox')).toBeVisible();
    await page.context().setOffline(true);
    await expectSentence(page, 'network.bar.offline');
    await page.context().setOffline(false);
    // No call gets through. Were only some held back, the page would say that they are blocked.
    await page.route(/\/(api|icon\.svg)/, (route) => route.abort());
    await page.getByRole('searchbox').fill('words');
    await expectSentence(page, 'network.bar.unreachable');
  });
});
