/** The answer to `activate` is lost after the server has accepted the phone. The code is used up, and the phone joins all the same. */
import {
  confirmBoth,
  dialogOf,
  expect,
  mirrorOf,
  type Page,
  prepare,
  restart,
  shownCode,
  switchOn,
  test,
  typeCode,
} from './pair.ts';
import { shows, showsNot, title, words } from './pairing-scene.ts';
import { button, long } from './recording.ts';

/** Drops the answers to the calls to `path`, which reach the server. Returns a function that ends this. */
async function loseAnswers(page: Page, path: string): Promise<() => Promise<void>> {
  // A route of Playwright would make the call itself, and only this browser finds the server by its name.
  const cdp = await page.context().newCDPSession(page);
  cdp.on('Fetch.requestPaused', ({ requestId }) => {
    const dropped = cdp.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' });
    // A test may kill the browser before this has an answer.
    dropped.catch(() => {});
  });
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: path, requestStage: 'Response' }] });
  return () => cdp.detach();
}

for (const [how, isAgain] of [
  ['presses again', false],
  ['reloads', true],
] as const)
  test(`the phone does not get the answer to its request to join, ${how}, and connects`, async ({
    openPair,
  }) => {
    const { desk, handset, code } = await prepare(await openPair(), title);
    await typeCode(handset, code);
    const mend = await loseAnswers(handset, '*/api/v1/pairings/*/activate');
    await button(handset, 'Verbinden').click();
    await expect(handset.getByRole('alert')).toContainText('konnte nicht aktiviert werden');
    // The desktop asks for the comparison with this phone, and neither screen says that the two are connected.
    await expect(dialogOf(desk)).toContainText(words.wants);
    await expect(mirrorOf(desk)).toHaveCount(0);
    await showsNot(handset, words.linked);
    await showsNot(handset, /^\d{6}$/);
    await mend();
    if (isAgain) await handset.reload();
    else await button(handset, 'Verbinden').click();
    await shows(handset, words.waiting);
    await confirmBoth(desk, handset);
    await switchOn(desk, handset);
  });

test(
  'the phone is killed before it gets this answer: its code is used up, and it connects with a new one',
  long,
  async ({ openPair }) => {
    const pair = await openPair();
    const { desk, handset: first, person, code } = await prepare(pair, title);
    await typeCode(first, code);
    await loseAnswers(first, '*/api/v1/pairings/*/activate');
    await button(first, 'Verbinden').click();
    const seen = () => expect(dialogOf(desk)).toContainText(words.wants);
    await seen();
    const handset = await restart(pair.phone, { person, path: '/pair', stored: null, seen });
    await handset.getByLabel('Code', { exact: true }).fill(code);
    await button(handset, 'Weiter').click();
    await expect(handset.getByRole('alert')).toContainText('Dieser Code stimmt nicht');
    await expect(mirrorOf(desk)).toHaveCount(0);
    await button(desk, 'Nein, ablehnen').click();
    await expect(dialogOf(desk)).toContainText('Das Gerät wurde abgelehnt');
    await button(desk, 'Neuer Code').click();
    await typeCode(handset, await shownCode(desk));
    await button(handset, 'Verbinden').click();
    await confirmBoth(desk, handset);
    await switchOn(desk, handset);
  },
);
