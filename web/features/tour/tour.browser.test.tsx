import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useSnapshot } from 'valtio';
import { type User, userState } from '#web/features/user/index.ts';
import { tour as words } from '#web/i18n/de/tour.ts';
import { setTimings } from '#web/lib/time.ts';
import { askForTour, tourState, useTour } from '#web/parts/tour/tour.state.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { eventually } from '#wasm/testing/eventually.ts';
import { TourHost } from './tour-host.tsx';

const screen = createTestScreen();
const api = createTestApi();
const steps = words.steps.library;
let restore = () => {};

beforeEach(async () => {
  await page.viewport(1280, 800);
  restore = setTimings({ tourDelayMs: 1 });
  localStorage.removeItem('seenTours');
  userState.user = { id: 'p1', config: {} } as User;
  api.on('POST /api/user/config', (config) => ({ config }));
});
afterEach(() => {
  restore();
  userState.user = null;
  tourState.wanted = null;
});

/** A library with the parts that its tour explains, and a field. */
function Library({ pressed }: { pressed?: () => void }) {
  useTour('library');
  return (
    <>
      <button type="button" data-tour="create" onClick={pressed}>
        Neu
      </button>
      <search data-tour="search">
        <input aria-label="Feld" />
      </search>
      <button type="button" data-tour="soon">
        Bald
      </button>
    </>
  );
}

function Shown({ mayShow = true, pressed }: { mayShow?: boolean; pressed?: () => void }) {
  const { user } = useSnapshot(userState);
  return (
    <>
      {user ? <TourHost config={user.config} mayShow={mayShow} /> : null}
      <Library {...(pressed ? { pressed } : {})} />
    </>
  );
}

const card = () => page.getByRole('region', { name: words.names.library });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const stored = () => api.calls.filter(({ call }) => call === 'POST /api/user/config');

test('A tour leads through what the screen shows, and is stored as seen', async () => {
  screen.show(<Shown />);
  await expect.element(card()).toMatchTextContent(steps.create.title);
  // The help is not on this screen, and its step is left out.
  await expect.element(card()).toMatchTextContent('1 von 3');
  expect(await accessibilityFaults(screen.host)).toEqual([]);
  await button(words.next).click();
  await expect.element(card()).toMatchTextContent(steps.search.title);
  await button(words.back).click();
  await button(words.next).click();
  await button(words.next).click();
  await expect.element(card()).toMatchTextContent(steps.soon.title);
  await button(words.end).click();
  await expect.element(card()).not.toBeInTheDocument();
  expect(stored().map(({ body }) => body)).toEqual([{ seen_tours: ['library'] }]);
});

test('Nothing is blocked while a tour is open, and Escape ends it', async () => {
  let count = 0;
  screen.show(<Shown pressed={() => count++} />);
  await expect.element(card()).toBeVisible();
  expect(document.activeElement).toBe(document.body);
  await button('Neu').click();
  expect(count).toBe(1);
  // While somebody writes, the key belongs to the field.
  await page.getByRole('textbox', { name: 'Feld' }).click();
  await userEvent.keyboard('abc{Escape}');
  await expect.element(card()).toBeVisible();
  await button('Bald').click();
  await userEvent.keyboard('{Escape}');
  await expect.element(card()).not.toBeInTheDocument();
});

test('A tour that was seen or left comes only when it is asked for, and then has the focus', async () => {
  userState.user = {
    id: 'p1',
    config: { seen_tours: ['library'], preferred_language: 'de' },
  } as unknown as User;
  screen.show(<Shown />);
  await new Promise((done) => setTimeout(done, 50));
  await expect.element(card()).not.toBeInTheDocument();
  askForTour('library');
  await expect.element(card()).toHaveFocus();
  await button(words.skip).click();
  await expect.element(card()).not.toBeInTheDocument();
  expect(stored()).toEqual([]);
});

test('A recording that begins takes the tour away', async () => {
  screen.show(<Shown />);
  await expect.element(card()).toBeVisible();
  screen.show(<Shown mayShow={false} />);
  await expect.element(card()).not.toBeInTheDocument();
});

test('Without a server the device remembers that a tour was seen', async () => {
  api.on('POST /api/user/config', () => refusal(503, 'request.failed'));
  screen.show(<Shown />);
  await expect.element(card()).toBeVisible();
  await eventually(() => expect(localStorage.getItem('seenTours')).toBe('["library"]'));
  screen.clear();
  screen.show(<Shown />);
  await new Promise((done) => setTimeout(done, 50));
  await expect.element(card()).not.toBeInTheDocument();
});

test('On a small screen the card lies inside the window and off what it explains', async () => {
  await page.viewport(320, 568);
  screen.show(<Shown />);
  await expect.element(card()).toBeVisible();
  const own = card().element().getBoundingClientRect();
  const target = button('Neu').element().getBoundingClientRect();
  expect(own.left).toBeGreaterThanOrEqual(0);
  expect(own.right).toBeLessThanOrEqual(320);
  expect(own.bottom).toBeLessThanOrEqual(568);
  expect(own.top >= target.bottom || own.bottom <= target.top).toBe(true);
});
