import { QueryClientProvider } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ShownAnnouncement } from '#api/contract/announcement.ts';
import { networkState, setRecordingActive } from '#web/features/network/index.ts';
import { userState } from '#web/features/user/index.ts';
import { de } from '#web/i18n/de/index.ts';
import { localStore } from '#web/lib/browser-storage.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { setTimings } from '#web/lib/time.ts';
import { announcementFixture, dataProtectionFixture } from '#web/testing/announcement-fixture.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { createTestApi } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { startAnnouncements } from './announcements.state.ts';
import { readClosedAgain } from './closed.state.ts';
import { InfoBar } from './info-bar.tsx';
import { loadSurveyRow } from './survey-part.ts';
import { forgetSurveys, offerSurvey } from './survey.state.ts';

const screen = createTestScreen();
const api = createTestApi();
const words = de.infoBar;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const bar = () => page.getByRole('region', { name: words.label });
const item = () => bar().element().getAttribute('data-item');
const spoken = () =>
  [...screen.host.querySelectorAll('[aria-live=polite]')].map((each) => each.textContent).join('');
const closeOf = (title: string) => button(words.close.replace('{{title}}', title));
const wholeOf = (title: string) => button(words.whole.replace('{{title}}', title));
const all = (text: string) => ({ de: text, en: '', fr: '', it: '' });

let announced: ShownAnnouncement[];
const user = { id: 'petra' } as NonNullable<typeof userState.user>;

beforeEach(() => {
  announced = [];
  api.on('GET /api/v1/announcements', () => ({ announcements: announced }));
  api.on('POST /api/v1/survey', () => new Response(null, { status: 204 }));
  userState.user = user;
  forgetSurveys();
});
afterEach(async () => {
  // A late answer would be stored for the next test.
  screen.clear();
  await vi.waitUntil(() => queryClient.isFetching() === 0);
  queryClient.clear();
  for (const key of ['closedAnnouncements', 'lastAnnouncements']) localStore.removeItem(key);
  readClosedAgain();
  userState.user = null;
  networkState.status = 'ok';
  setRecordingActive(false);
  document.documentElement.removeAttribute('data-theme');
});

let opened = 0;
/** Opens another screen, with what waits. */
const openScreen = () =>
  screen.show(
    <QueryClientProvider client={queryClient}>
      <InfoBar place={`/library/${(opened += 1)}`} />
      <h1>Bibliothek</h1>
    </QueryClientProvider>,
  );
/** Starts the page as `main.tsx` does. */
async function show(): Promise<void> {
  await Promise.all([startAnnouncements(), loadSurveyRow()]);
  openScreen();
}
const offer = () => flushSync(() => offerSurvey('petra', { id: 's1', title: 'Gemeinderat' }));
const answers = () =>
  api.calls
    .filter(({ call }) => call === 'POST /api/v1/survey')
    .map(({ body }) => {
      const { survey_question, survey_answer } = body as Record<string, string>;
      return [survey_question, survey_answer];
    });

/** Expects the bar to stand above the screen, and not over it. */
function expectNothingCovered(): void {
  const { top } = page.getByRole('heading', { name: 'Bibliothek' }).element().getBoundingClientRect();
  expect(top).toBeGreaterThanOrEqual(bar().element().getBoundingClientRect().bottom);
}

/** Looks for faults in both schemes and on a phone, where nothing may be wider than the screen. */
async function expectNoFaults(): Promise<void> {
  for (const [theme, width] of [
    ['light', 1_200],
    ['dark', 320],
  ] as const) {
    document.documentElement.dataset['theme'] = theme;
    await page.viewport(width, 800);
    expect(await accessibilityFaults(screen.host)).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  }
}

describe('An announcement', () => {
  it('that is short is whole, and its link leaves the page as it is', async () => {
    announced = [announcementFixture({ link: 'https://example.ch/kurs', cta_text: all('Anmelden') })];
    await show();
    await expect.element(bar().getByText('Kurs am Montag')).toBeVisible();
    expect(wholeOf('Kurs am Montag').elements()).toEqual([]);
    const link = bar().getByRole('link', { name: 'Anmelden' }).element();
    expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([
      'https://example.ch/kurs',
      '_blank',
      'noopener noreferrer',
    ]);
    expect(spoken()).toContain('Kurs am Montag');
    await expectNoFaults();
  });

  it('that is long is one line of 56 px until it is expanded, by keyboard too', async () => {
    announced = [announcementFixture({ message: all('Wort '.repeat(60)) })];
    await show();
    await expect.element(wholeOf('Kurs am Montag')).toHaveAttribute('aria-expanded', 'false');
    const height = () => bar().element().firstElementChild?.getBoundingClientRect().height ?? 0;
    expect(height()).toBe(56);
    await page.viewport(320, 800);
    expect(height()).toBe(56);
    (wholeOf('Kurs am Montag').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(wholeOf('Kurs am Montag')).toHaveAttribute('aria-expanded', 'true');
    await expect.element(wholeOf('Kurs am Montag')).toHaveFocus();
    expect(height()).toBeGreaterThan(56);
    await expectNoFaults();
    await userEvent.keyboard('{Enter}');
    expect(height()).toBe(56);
    await expectNoFaults();
  });

  it('with a line break is collapsed, however short it is', async () => {
    announced = [announcementFixture({ message: all('Eins\nZwei') })];
    await show();
    await expect.element(wholeOf('Kurs am Montag')).toBeVisible();
    expect(bar().element().firstElementChild?.getBoundingClientRect().height).toBe(56);
  });

  it('is closed for this person and device, then comes the next; the focus stays in the bar', async () => {
    announced = [
      announcementFixture(),
      announcementFixture({ key: 'k2', type: 'warning', title: all('Unterbruch am Freitag') }),
    ];
    await show();
    await expect.element(bar().getByText('Kurs am Montag')).toBeVisible();
    (closeOf('Kurs am Montag').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(bar().getByText('Unterbruch am Freitag')).toBeVisible();
    await expect.element(bar()).toHaveFocus();
    await closeOf('Unterbruch am Freitag').click();
    await expect.element(bar()).toBeEmptyDOMElement();
    expect(Object.keys(JSON.parse(localStore.getItem('closedAnnouncements') ?? '')['petra'])).toEqual([
      'k1',
      'k2',
    ]);
    flushSync(() => (userState.user = { ...user, id: 'urs' }));
    openScreen();
    await expect.element(bar().getByText('Kurs am Montag')).toBeVisible();
  });

  it('in another language says which one it is', async () => {
    announced = [announcementFixture({ title: { de: '', en: 'Course on Monday', fr: '', it: '' } })];
    await show();
    await expect.element(bar().getByText('Course on Monday')).toBeVisible();
    expect(bar().element().querySelector('[lang="en"]')?.textContent).toBe('Course on Monday');
  });
});

test('What was announced last stands there before the server answers, and without an answer', async () => {
  announced = [announcementFixture()];
  await show();
  await expect.element(bar().getByText('Kurs am Montag')).toBeVisible();
  screen.clear();
  queryClient.clear();
  api.on('GET /api/v1/announcements', () => {
    throw new TypeError('no connection');
  });
  openScreen();
  expect(bar().element().textContent).toContain('Kurs am Montag');
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(bar().element().textContent).toContain('Kurs am Montag');
});

test('The data-protection announcement comes back 4 days after it was closed', async () => {
  announced = [dataProtectionFixture()];
  await show();
  const title = words.dataProtection.title.replace('{{day}}', '1. Dezember 2025');
  await closeOf(title).click();
  await expect.element(bar()).toBeEmptyDOMElement();
  const later = Date.now() + 4 * 86_400_000;
  const clock = vi.spyOn(Date, 'now').mockReturnValue(later);
  screen.clear();
  await show();
  await expect.element(wholeOf(title)).toBeVisible();
  clock.mockRestore();
});

test('Trouble of the connection stands before all, and what it covers comes back', async () => {
  announced = [announcementFixture()];
  await show();
  await expect.poll(item).toBe('announcement');
  flushSync(() => (networkState.status = 'unreachable'));
  await expect.element(bar()).toBeEmptyDOMElement();
  expect(item()).toBe('network');
  expect(page.getByRole('status', { name: de.network.label }).element().textContent).not.toBe('');
  flushSync(() => (networkState.status = 'ok'));
  await expect.element(bar().getByText('Kurs am Montag')).toBeVisible();
});

describe('The survey', () => {
  it('comes before announcements, takes no focus, asks twice, thanks and goes', async () => {
    announced = [announcementFixture()];
    const restore = setTimings({ surveyThanksMs: 800 });
    await show();
    await expect.poll(item).toBe('announcement');
    offer();
    await expect.element(button(words.survey.answer.yes)).toBeVisible();
    expect(document.activeElement).toBe(document.body);
    expect(item()).toBe('survey');
    expect(spoken()).toContain(words.survey.q1.replace('{{title}}', 'Gemeinderat'));
    await expectNoFaults();
    (button(words.survey.answer.yes).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button(words.survey.time['1h+'])).toBeVisible();
    await expect.element(bar()).toHaveFocus();
    await expectNoFaults();
    await button(words.survey.time['30min']).click();
    await expect.element(bar().getByText(words.survey.thanks)).toBeVisible();
    await expect.element(bar().getByText('Kurs am Montag')).toBeVisible();
    await expect.poll(answers).toEqual([
      ['shown', ''],
      ['q1', 'yes'],
      ['q2', '30min'],
    ]);
    restore();
  });

  it('waits until a recording is over, and is told as shown only then', async () => {
    setRecordingActive(true);
    await show();
    offer();
    openScreen();
    expect(item()).toBeNull();
    expect(answers()).toEqual([]);
    flushSync(() => setRecordingActive(false));
    expect(item()).toBeNull();
    openScreen();
    await expect.element(button(words.survey.answer.no)).toBeVisible();
    await expect.poll(answers).toEqual([['shown', '']]);
    await button(words.survey.close).click();
    await expect.element(bar()).toBeEmptyDOMElement();
  });

  it('of a person goes when another one signs in', async () => {
    await show();
    offer();
    openScreen();
    await expect.poll(item).toBe('survey');
    flushSync(() => (userState.user = { ...user, id: 'urs' }));
    await expect.element(bar()).toBeEmptyDOMElement();
    flushSync(() => (userState.user = user));
    await expect.element(bar()).toBeEmptyDOMElement();
  });
});

test('What comes while a screen is shown waits for the next one, and is not called shown before', async () => {
  await show();
  offer();
  announced = [announcementFixture()];
  await queryClient.refetchQueries();
  await expect.element(bar()).toBeEmptyDOMElement();
  expect([item(), spoken(), answers()]).toEqual([null, '', []]);
  openScreen();
  await expect.element(button(words.survey.answer.no)).toBeVisible();
  expectNothingCovered();
  await button(words.survey.close).click();
  await expect.element(bar().getByText('Kurs am Montag')).toBeVisible();
});

test('What comes while the page is hidden is there when it is shown again', async () => {
  await show();
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  announced = [announcementFixture()];
  await queryClient.refetchQueries();
  await expect.element(bar().getByText('Kurs am Montag')).toBeVisible();
  vi.restoreAllMocks();
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(bar().getByText('Kurs am Montag')).toBeVisible();
  expectNothingCovered();
});

test('A survey behind another tab is called shown only when the page is seen', async () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await show();
  offer();
  openScreen();
  await expect.element(button(words.survey.answer.no)).toBeInTheDocument();
  expect(answers()).toEqual([]);
  vi.restoreAllMocks();
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(answers).toEqual([['shown', '']]);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(answers()).toEqual([['shown', '']]);
});

test('What is below stays in its place when the bar appears and goes; scrolling up shows what it covers', async () => {
  await page.viewport(1_000, 600);
  await startAnnouncements();
  screen.show(
    <QueryClientProvider client={queryClient}>
      <div style={{ position: 'sticky', top: 0 }}>
        <InfoBar place="/library" />
      </div>
      <h1>Bibliothek</h1>
      <div style={{ height: 'calc(100dvh + var(--info-bar-room, 0px))' }} />
    </QueryClientProvider>,
  );
  const heading = page.getByRole('heading', { name: 'Bibliothek' }).element();
  const top = () => Math.round(heading.getBoundingClientRect().top);
  const before = top();
  const shifts: number[] = [];
  const observer = new PerformanceObserver((list) => {
    // What moves because a person has just pressed something is no shift.
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) shifts.push(entry.value);
  });
  observer.observe({ type: 'layout-shift' });
  flushSync(() => (networkState.status = 'unreachable'));
  const trouble = page.getByRole('status', { name: de.network.label });
  await expect.element(trouble).not.toBeEmptyDOMElement();
  expect([top(), window.scrollY]).toEqual([before, 0]);
  await userEvent.keyboard('{Shift}');
  await expect.poll(() => window.scrollY).toBe(Math.round(trouble.element().getBoundingClientRect().height));
  expect(window.scrollY).toBeGreaterThan(30);
  expect(top()).toBe(before);
  // A press makes the trouble go: then the page may move.
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
  flushSync(() => (networkState.status = 'ok'));
  await expect.poll(() => window.scrollY).toBe(0);
  expect(top()).toBe(before);
  observer.disconnect();
  expect(shifts).toEqual([]);
});

test('The recorder of a phone moves below the bar as long as there is one, and nothing of it is covered', async () => {
  await page.viewport(320, 568);
  screen.show(
    <QueryClientProvider client={queryClient}>
      <div style={{ position: 'sticky', top: 0 }}>
        <InfoBar place="/pair/p1" />
      </div>
      <h1>Gemeinderat</h1>
      <div style={{ height: '100dvh' }} />
    </QueryClientProvider>,
  );
  const heading = page.getByRole('heading', { name: 'Gemeinderat' }).element();
  const top = () => Math.round(heading.getBoundingClientRect().top);
  const before = top();
  const trouble = page.getByRole('status', { name: de.network.label });
  const bottom = () => Math.round(trouble.element().getBoundingClientRect().bottom);
  flushSync(() => (networkState.status = 'unreachable'));
  await expect.poll(() => top() - before).toBeGreaterThan(30);
  expect(top()).toBeGreaterThanOrEqual(bottom());
  // A longer sentence needs more lines.
  flushSync(() => setRecordingActive(true));
  await expect.poll(() => top() - bottom()).toBe(before);
  await userEvent.keyboard('{Shift}');
  expect([top() - bottom(), window.scrollY]).toEqual([before, 0]);
  flushSync(() => (networkState.status = 'ok'));
  await expect.poll(top).toBe(before);
});
