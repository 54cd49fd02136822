import { init } from 'i18next';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { page, userEvent } from 'vitest/browser';
import type { SessionItem } from '#api/contract/session.ts';
import { de } from '#web/i18n/de/index.ts';
import { setDiscard, unsentState } from '#web/features/unsent/unsent.state.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { setTimings } from '#web/lib/time.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { sessionListKey } from '#web/parts/session/session.state.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { ToastRegion } from '#web/ui/toast.tsx';
import { libraryHref } from './list/library-place.ts';
import { createLibraryFixture, manySessions, pageOf } from './library-fixture.tsx';

const screen = createTestScreen();
const api = createTestApi();
const listCall = 'GET /api/v1/sessions';
let items: SessionItem[] = [];
let asked: URL[] = [];

beforeAll(async () => {
  await init({
    lng: 'de',
    resources: { de: { translation: de } },
    interpolation: { escapeValue: false },
  });
});
beforeEach(async () => {
  await page.viewport(1280, 900);
  queryClient.clear();
  scrollTo(0, 0);
  for (const { id } of toasts.toasts()) toasts.close(id);
  items = manySessions(25);
  asked = [];
  api.on(listCall, (_body, url) => {
    asked.push(url);
    return pageOf(items, url);
  });
  const restore = setTimings({ searchDebounceMs: 20, undoMs: 600_000, sessionPollMs: 100 });
  return () => {
    restore();
    for (const { id } of toasts.toasts()) toasts.close(id);
  };
});

const show = (address?: string, loadSession?: () => Promise<void>) => {
  const fixture = createLibraryFixture(address, loadSession);
  screen.show(
    <>
      {fixture.element}
      <ToastRegion queue={toasts} label="Meldungen" closeLabel="Schliessen" />
    </>,
  );
  return fixture;
};
const title = (name: string) => page.getByRole('link', { name, exact: true });
const rows = () => document.querySelectorAll('[data-session]').length;
const pagesAsked = () => asked.map((url) => Number(url.searchParams.get('page')));
const deleted = () =>
  api.calls.filter(({ call }) => call.startsWith('DELETE')).map(({ call }) => call.split('/').at(-1));
const confirm = () => page.getByRole('button', { name: de.library.remove.confirm }).click();

test('Sessions stand under their day, with what is told of them in words', async () => {
  const changes: Partial<SessionItem>[] = [
    {},
    { audio_until: new Date().toISOString().slice(0, 10), status: 'transcribing', progress: null },
    { audio_until: '2226-12-02', content_until: '2226-12-03', domain: { cleanup: true } },
  ];
  items = manySessions(3, (index) => changes[index] ?? {});
  show();
  await expect.element(page.getByRole('heading', { name: /^Heute/ })).toBeVisible();
  const said = (id: string) => document.querySelector(`[data-session=${id}]`)?.textContent;
  expect(said('s0')).toMatch(/Deutsch · 2 Personen.*10:00.*fertig.*Ton wird in 12 Tagen gelöscht/);
  expect(said('s1')).toMatch(/wird transkribiert.*Ton wird heute gelöscht/);
  expect(said('s2')).toMatch(/Ton wird am 2\. Dezember 2226 gelöscht/);
  await expect.element(title('Sitzung 0')).toHaveAttribute('href', '/library/s0');
});

test('Page after page is loaded before the end is reached, each once', async () => {
  items = manySessions(120);
  show();
  await eventually(() => expect(rows()).toBeGreaterThan(10));
  const before = pagesAsked().length;
  scrollTo(0, document.body.scrollHeight);
  await eventually(() => expect(pagesAsked().length).toBeGreaterThan(before));
  await eventually(() => {
    scrollTo(0, document.body.scrollHeight);
    expect(document.querySelector('[data-session=s119]')).not.toBeNull();
  });
  expect(pagesAsked()).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  expect(rows()).toBeLessThan(50);
});

test('After an error the list stays, and a button goes on', async () => {
  let isBroken = true;
  api.on(listCall, (_body, url) =>
    isBroken && url.searchParams.get('page') === '2' ? refusal(500, 'request.failed') : pageOf(items, url),
  );
  show();
  await expect.element(page.getByText(de.library.failedMore)).toBeVisible();
  await expect.element(title('Sitzung 3')).toBeVisible();
  isBroken = false;
  await page.getByRole('button', { name: de.library.more }).click();
  await eventually(() => expect(document.body.textContent).not.toContain(de.library.failedMore));
});

test('A list of two thousand rows keeps the document small and asks again for few pages', async () => {
  items = manySessions(2_000, (index) => (index === 1 ? { status: 'pending' } : {}));
  const { filterKey } = await import('./list/use-session-list.ts');
  const key = [...sessionListKey, filterKey({ search: '', text: '', expiresDays: null })];
  queryClient.setQueryData(key, { items, lastPage: 200, hasStalled: false, isWhole: true });
  show();
  await expect.element(title('Sitzung 0')).toBeVisible();
  expect(rows()).toBeLessThan(40);
  scrollTo(0, document.body.scrollHeight / 2);
  await eventually(() => expect(document.querySelector('[data-session="s0"]')).toBeNull());
  asked = [];
  await eventually(() => expect(pagesAsked().filter((number) => number === 1).length).toBeGreaterThan(2));
  const others = new Set(pagesAsked().filter((number) => number !== 1));
  expect(others.size).toBeGreaterThan(0);
  expect(others.size).toBeLessThan(5);
  expect(Math.min(...others)).toBeGreaterThan(80);
});

test('The search stands in the address, and what was said is searched for beside the titles', async () => {
  api.on(listCall, (_body, url) => {
    asked.push(url);
    const hits = [
      {
        segment: 's12',
        at: 61.2,
        text: 'Der Rat bewilligt den Kredit.',
        marks: [[22, 28] as [number, number]],
      },
    ];
    return url.searchParams.get('text')
      ? { recordings: items.slice(0, 1).map((item) => ({ ...item, hits, hit_count: 5 })), hasMore: false }
      : pageOf(items, url);
  });
  const fixture = show();
  await page.getByRole('searchbox').fill('Kredit');
  await expect.element(page.getByText('Kein Titel enthält «Kredit».')).toBeVisible();
  expect(fixture.href()).toBe('/library?search=Kredit');
  await page.getByRole('button', { name: de.library.noHits.trySaid }).click();
  await expect.element(page.getByRole('link', { name: /Der Rat bewilligt/ })).toBeVisible();
  expect(fixture.href()).toBe('/library?text=Kredit');
  expect(document.querySelector('mark')?.textContent).toBe('Kredit');
  await expect
    .element(page.getByRole('link', { name: /1 Minute, 1 Sekunde: Der Rat/ }))
    .toHaveAttribute('href', '/library/s0?tab=transcript&at=61.2&segment=s12');
  await expect.element(page.getByRole('link', { name: '4 weitere Stellen' })).toBeVisible();
  const said = [...screen.host.querySelectorAll('[aria-live=polite]')].map((one) => one.textContent);
  expect(said).toContain('1 Sitzung');
});

test('What expires soon can be shown alone, and an empty answer says what it means', async () => {
  api.on(listCall, (_body, url) => {
    asked.push(url);
    return pageOf(url.searchParams.has('expires_days') ? [] : items, url);
  });
  const fixture = show();
  const filter = page.getByRole('button', { name: 'Läuft in 7 Tagen ab' });
  await filter.click();
  await expect.element(page.getByText('In den nächsten 7 Tagen wird nichts gelöscht.')).toBeVisible();
  expect(fixture.href()).toBe('/library?expires_days=7');
  await expect.element(filter).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: de.library.showAll }).click();
  await expect.element(title('Sitzung 0')).toBeVisible();
  expect(asked.some((url) => url.searchParams.get('expires_days') === '7')).toBe(true);
});

test('Rows are chosen with Shift as a range, and deleted together after one question', async () => {
  show();
  await page.getByRole('button', { name: 'Auswählen', exact: true }).click();
  await page.getByRole('listitem').filter({ hasText: 'Sitzung 1' }).first().click();
  await userEvent.keyboard('{Shift>}');
  await page.getByRole('listitem').filter({ hasText: 'Sitzung 3' }).first().click();
  await userEvent.keyboard('{/Shift}');
  const bar = page.getByRole('region', { name: de.library.select.label });
  await expect.element(bar.getByText('3 ausgewählt')).toBeVisible();
  await bar.getByRole('button', { name: de.library.select.remove }).click();
  await expect.element(page.getByRole('alertdialog', { name: '3 Sitzungen löschen?' })).toBeVisible();
  await confirm();
  await expect.element(title('Sitzung 2')).not.toBeInTheDocument();
  await expect.element(title('Sitzung 4')).toBeVisible();
  await expect.element(page.getByText('3 Sitzungen wurden gelöscht.')).toBeVisible();
  expect(deleted()).toEqual([]);
  await page.getByRole('button', { name: de.library.remove.undo }).click();
  await expect.element(title('Sitzung 2')).toBeVisible();
  await eventually(() => expect(document.activeElement).toBe(title('Sitzung 1').element()));
  expect(deleted()).toEqual([]);
});

test('By keyboard alone: up and down, space chooses, Delete deletes, Ctrl+Z brings back', async () => {
  show();
  await expect.element(title('Sitzung 0')).toBeVisible();
  (title('Sitzung 0').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown} {ArrowDown}{Shift>} {/Shift}');
  await expect
    .element(page.getByRole('checkbox', { name: 'Sitzung 1 auswählen', exact: true }))
    .toBeChecked();
  await expect
    .element(page.getByRole('checkbox', { name: 'Sitzung 2 auswählen', exact: true }))
    .toBeChecked();
  await userEvent.keyboard('{Delete}');
  await confirm();
  await expect.element(title('Sitzung 1')).not.toBeInTheDocument();
  await eventually(() => expect(document.activeElement?.id).toBe('main'));
  // Keys go to the dialog until it is closed.
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(title('Sitzung 1')).toBeVisible();
  expect(deleted()).toEqual([]);
});

test('A way back that was pressed by keyboard does not hold the messages that follow', async () => {
  show();
  await expect.element(title('Sitzung 0')).toBeVisible();
  (title('Sitzung 0').element() as HTMLElement).focus();
  await userEvent.keyboard('{Delete}');
  await confirm();
  (page.getByRole('button', { name: de.library.remove.undo }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(title('Sitzung 0')).toBeVisible();
  toasts.add({ kind: 'info', text: 'Danach', durationMs: 100 });
  await expect.element(page.getByText('Danach')).not.toBeInTheDocument();
});

test('What could not be deleted comes back and says why', async () => {
  api.on('DELETE /api/v1/sessions/s0', () => refusal(500, 'request.failed'));
  api.on('DELETE /api/v1/sessions/s1', () => new Response(null, { status: 204 }));
  show();
  const remove = async (name: string) => {
    await page.getByRole('button', { name: `Aktionen für ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: /Löschen/ }).click();
    await confirm();
    await expect.element(title(name)).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Schliessen' }).last().click();
  };
  await remove('Sitzung 0');
  await expect.element(page.getByText(/konnte nicht gelöscht werden und ist wieder da/)).toBeVisible();
  await expect.element(title('Sitzung 0')).toBeVisible();
  await page.getByRole('button', { name: 'Schliessen' }).click();
  await remove('Sitzung 1');
  await eventually(() => expect(deleted()).toEqual(['s0', 's1']));
  await expect.element(title('Sitzung 1')).not.toBeInTheDocument();
});

test('A session that failed says why and can be tried again from its row', async () => {
  items = manySessions(1, () => ({ status: 'error', reason: 'transcription.audio_empty' }));
  api.on('POST /api/v1/sessions/s0/process', () => {
    items = manySessions(1, () => ({ status: 'pending' }));
    return items[0];
  });
  show();
  await expect.element(page.getByText(de.error.transcription.audio_empty)).toBeVisible();
  await page.getByRole('button', { name: de.processing.retry.action }).click();
  await expect.element(page.getByText(de.status.pending)).toBeVisible();
});

test('Who comes back from a session is where they were', async () => {
  items = manySessions(60);
  const fixture = show();
  await eventually(() => expect(document.body.scrollHeight).toBeGreaterThan(2_500));
  scrollTo(0, 1_500);
  await eventually(() => expect(document.querySelector('[data-session="s20"]')).not.toBeNull());
  await new Promise((resolve) => setTimeout(resolve, 200));
  const before = document.querySelector('[data-session="s20"]')!.getBoundingClientRect().top;
  await fixture.go('/library/s20');
  await expect.element(page.getByRole('heading', { name: 'Eine Sitzung' })).toBeVisible();
  await fixture.go('/library');
  await eventually(() => {
    const row = document.querySelector('[data-session="s20"]');
    expect(Math.abs((row?.getBoundingClientRect().top ?? 9_999) - before)).toBeLessThan(3);
  });
});

test('A link back leads to the library with its filter, also while the screen of the session is loading', async () => {
  const loading = Promise.withResolvers<void>();
  const { go } = show('/library?search=Sitzung', () => loading.promise);
  await expect.element(title('Sitzung 2')).toBeVisible();
  void go('/library/s2');
  for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
  await expect.element(title('Sitzung 2')).toBeVisible();
  expect(libraryHref()).toBe('/library?search=Sitzung');
  loading.resolve();
  await expect.element(page.getByRole('heading', { name: 'Eine Sitzung' })).toBeVisible();
  expect(libraryHref()).toBe('/library?search=Sitzung');
});

test('It is without faults for all, on a phone as well, also while choosing', async () => {
  items = manySessions(6, (index) => ({
    title:
      index === 2
        ? 'Donaudampfschifffahrtsgesellschaftskapitänsversammlung und Weiteres mit langem Namen'
        : `Sitzung ${index}`,
    ...(index === 3 ? { status: 'error' as const, reason: 'transcription.audio_empty' } : {}),
    ...(index === 4 ? { audio_until: null, thumbnail: null } : {}),
    hits: [{ segment: 's1', at: 5000, text: 'Der Kredit', marks: [[4, 10] as [number, number]] }],
    hit_count: 100,
  }));
  for (const width of [1280, 360]) {
    await page.viewport(width, 800);
    show();
    await expect.element(title('Sitzung 0')).toBeVisible();
    expect(await accessibilityFaults(screen.host), `${width}`).toEqual([]);
    await page.getByRole('button', { name: 'Auswählen', exact: true }).click();
    await expect.element(page.getByRole('region', { name: de.library.select.label })).toBeVisible();
    expect(await accessibilityFaults(screen.host), `${width} choosing`).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    screen.clear();
  }
});

test('What only this device has of a session is told in its row', async () => {
  items = manySessions(3, (index) => ({ id: `u${index}` }));
  onTestFinished(() => void Object.assign(unsentState, { sessions: {}, stranded: [] }));
  show();
  await expect.element(title('Sitzung 0')).toBeVisible();
  unsentState.sessions = {
    u0: { notes: true, edits: true, asks: false },
    u1: { notes: true, edits: false, asks: true },
  };
  const said = (id: string) => document.querySelector(`[data-session=${id}]`)?.textContent;
  await eventually(() => {
    expect(said('u0')).toContain('Noch nicht gesendet: Notizen, Änderungen');
    expect(said('u1')).toContain('Noch nicht gesendet: Notizen. Öffnen Sie die Sitzung, um zu entscheiden.');
    expect(said('u2')).toContain('Sitzung 2');
  });
  expect(said('u2')).not.toContain('Noch nicht gesendet');
  expect(await accessibilityFaults(screen.host)).toEqual([]);
});

test('What was never sent before its session was deleted can be read, copied and discarded', async () => {
  const stranded = [{ session: 'gone', notes: ['Eine Seite', 'Notizen'], edits: ['Frau Roth'] }];
  const putBack = vi.fn<() => Promise<void>>().mockResolvedValue();
  const discard = vi.fn<(session: string) => Promise<typeof putBack>>().mockResolvedValue(putBack);
  setDiscard(discard);
  unsentState.stranded = stranded;
  onTestFinished(() => {
    setDiscard(null);
    Object.assign(unsentState, { sessions: {}, stranded: [] });
  });
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { unsent } = de.library;
  show();
  await expect.element(page.getByText(unsent.title)).toBeVisible();
  await expect.element(page.getByText(/^Eine Seite/)).toBeVisible();
  expect(await accessibilityFaults(screen.host)).toEqual([]);
  await page.getByRole('button', { name: unsent.copy }).click();
  expect(copied).toHaveBeenCalledWith('Eine Seite\n\nNotizen\n\nFrau Roth');
  await page.getByRole('button', { name: unsent.discard }).click();
  expect(discard).toHaveBeenCalledWith('gone');
  await page.getByRole('button', { name: unsent.undo }).click();
  expect(putBack).toHaveBeenCalledOnce();
  copied.mockRestore();
});
