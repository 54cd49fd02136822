import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SessionDetail } from '#api/contract/session.ts';
import type { Player } from '#web/features/player/player.state.ts';
import { de } from '#web/i18n/de/index.ts';
import { en } from '#web/i18n/en/index.ts';
import { fr } from '#web/i18n/fr/index.ts';
import { it as italian } from '#web/i18n/it/index.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { sessionFixture, transcriptFixture } from '#web/testing/session-fixture.ts';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { ResultTab } from './result-tab.tsx';
import type { MadeResult } from './result.rules.ts';

const screen = createTestScreen({ en, fr, it: italian });
const api = createTestApi();

const made = (change: Partial<MadeResult> = {}): MadeResult => ({
  state: 'done',
  text: 'Der Kredit ist bewilligt [1]. Mehr bei 0:30.',
  sources: [{ n: 1, segment: 's2', at: 8.5 }],
  engine: 'extract',
  model: '',
  made_from: { transcript: 1, edits: 0, notes: 0, option: 0 },
  stale: false,
  error: null,
  prompt: '',
  title: '',
  notice: null,
  source_tab: '',
  version: 1,
  previous: 0,
  created_at: '2026-11-21T09:41:00.000Z',
  ...change,
});

const session = (change: Partial<SessionDetail> = {}) =>
  sessionFixture({ status: 'completed', duration: 9000, transcript: transcriptFixture(40), ...change });

function show(
  result: MadeResult | false,
  {
    of = session(),
    onRetry = null as (() => void) | null,
    from = null as { name: string; open(): void } | null,
  } = {},
) {
  const player = { seek: vi.fn<(timeS: number) => void>(), play: vi.fn<() => void>() };
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  screen.show(
    <QueryClientProvider client={client}>
      <ResultTab
        session={of}
        label="summary"
        result={result}
        player={player as unknown as Player}
        from={from}
        onRetry={onRetry}
      />
    </QueryClientProvider>,
  );
  return player;
}

test('A source and a moment play, and say by name where they lead', async () => {
  const player = show(made());
  await page.getByRole('button', { name: 'Quelle 1, bei 9 Sekunden' }).click();
  expect(player.seek).toHaveBeenLastCalledWith(8.5);
  expect(player.play).toHaveBeenCalledTimes(1);
  await page.getByRole('button', { name: '0:30, ab 30 Sekunden hören' }).click();
  expect(player.seek).toHaveBeenLastCalledWith(30);
});

test('What was said at a source stands beside it for who points at it or comes by keyboard; Escape puts it away', async () => {
  show(made());
  await userEvent.tab();
  const source = page.getByRole('button', { name: /Quelle 1/ });
  (source.element() as HTMLElement).focus();
  const tip = page.getByRole('tooltip');
  await expect.element(tip).toBeVisible();
  expect(tip.element().textContent).toContain('Der Rat bewilligt den Kredit');
  expect(tip.element().textContent).toContain('Präsidentin');
  expect(source.element().getAttribute('aria-describedby')).toBe(tip.element().id);
  const { left, right, top } = tip.element().getBoundingClientRect();
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(innerWidth);
  expect(top).toBeGreaterThanOrEqual(0);
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(tip.elements()).toEqual([]));
});

test('HTML of a model stays text, and what is no address is no link', async () => {
  const text =
    '<img src=x onerror="document.title=1"> <script>document.title=1</script>\n\n[a](javascript:alert(1)) [b](https://x.ch)';
  show(made({ text }));
  await expect.element(page.getByText('<img src=x', { exact: false })).toBeVisible();
  expect(screen.host.querySelector('img, script, iframe, style')).toBeNull();
  const links = [...screen.host.querySelectorAll('a')].map((link) => link.href);
  expect(links).toEqual(['https://x.ch/']);
  expect(screen.host.querySelector('a')?.rel).toContain('noopener');
});

test('A long result comes whole, in pieces', async () => {
  const line = (n: number) => `- Punkt ${n} mit **Fett** und [1]\n`;
  const text = Array.from({ length: 6_000 }, (_, n) => line(n)).join('');
  show(made({ text }));
  await vi.waitFor(() => expect(screen.host.querySelectorAll('li')).toHaveLength(6_000), { timeout: 10_000 });
  await vi.waitFor(() => expect(screen.host.querySelector('[aria-busy=true]')).toBeNull());
  expect(screen.host.querySelectorAll('button[class*=source]')).toHaveLength(6_000);
});

test('It is said who made it, from what, and what has changed since', async () => {
  show(made({ stale: true, version: 2 }), { of: session({ edits: 3, notes: { text: '', rev: 1 } }) });
  await expect.element(page.getByText(de.result.engine.extract)).toBeVisible();
  await expect.element(page.getByText('Fassung 2 von 2')).toBeVisible();
  await expect
    .element(page.getByText(/Geändert sind: das Transkript \(3 Änderungen\) und die Notizen/))
    .toBeVisible();
});

test('A former version can be read, and the newest one again', async () => {
  api.on('GET /api/v1/sessions/s1/results/summary/1', () => made({ text: 'Von früher', version: 1 }));
  show(made({ version: 2, previous: 1 }));
  await page.getByRole('button', { name: 'Frühere Fassung' }).click();
  await expect.element(page.getByText('Von früher')).toBeVisible();
  await expect.element(page.getByText('Fassung 1 von 2')).toBeVisible();
  await page.getByRole('button', { name: 'Zur neusten Fassung' }).click();
  await expect.element(page.getByText(/Der Kredit ist bewilligt/)).toBeVisible();
});

test('A former version that cannot be loaded says so and can be asked for again', async () => {
  api.on('GET /api/v1/sessions/s1/results/summary/1', () => refusal(500, 'request.failed'));
  show(made({ version: 2, previous: 1 }));
  await page.getByRole('button', { name: 'Frühere Fassung' }).click();
  await expect.element(page.getByText(de.result.version.failed)).toBeVisible();
  api.on('GET /api/v1/sessions/s1/results/summary/1', () => made({ text: 'Von früher' }));
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect.element(page.getByText('Von früher')).toBeVisible();
});

test('Copying takes the form along, or only the text', async () => {
  const written: ClipboardItem[][] = [];
  vi.spyOn(navigator.clipboard, 'write').mockImplementation(async (items) => void written.push([...items]));
  const plain = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  show(made({ text: '# A\n\n**b** <i>' }));
  await page.getByRole('button', { name: 'Kopieren', exact: true }).click();
  await vi.waitFor(() => expect(written).toHaveLength(1));
  const html = await (await written[0]![0]!.getType('text/html')).text();
  expect(html).toBe('<h1>A</h1><p><strong>b</strong> &lt;i&gt;</p>');
  await page.getByRole('button', { name: 'Als Text kopieren' }).click();
  await vi.waitFor(() => expect(plain).toHaveBeenCalledWith('A\n\nb <i>'));
});

test('What is still being made says how long, and what failed says why', async () => {
  const progress = { done: 10, total: 100, unit: 's', remaining_s: 125, queue: 0 } as const;
  show(false, { of: session({ status: 'processing', progress }) });
  await expect
    .element(page.getByRole('progressbar', { name: de.result.pending }))
    .toHaveAttribute('aria-valuetext', 'noch etwa 2 Minuten');
  screen.clear();
  show(made({ state: 'processing', text: '' }), { of: session({ status: 'pending' }) });
  await expect.element(page.getByText(de.session.status.remaining.estimating)).toBeVisible();
  screen.clear();
  const onRetry = vi.fn<() => void>();
  show(made({ state: 'failed', error: 'transcription.disk_full' }), { onRetry });
  await expect.element(page.getByText(de.error.transcription.disk_full)).toBeVisible();
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  expect(onRetry).toHaveBeenCalledOnce();
});

test('A prompt of the person’s own remembers the tab that it was asked from', async () => {
  const open = vi.fn<() => void>();
  show(made(), { from: { name: 'Transkript', open } });
  await expect.element(page.getByText('Aus: Transkript')).toBeVisible();
  await page.getByRole('button', { name: 'Zurück dorthin' }).click();
  expect(open).toHaveBeenCalledOnce();
});

test.each(['de', 'en', 'fr', 'it'])(
  'Everything is without faults for all and fits 360 px in %s',
  async (language) => {
    await page.viewport(360, 780);
    await screen.i18n.changeLanguage(language);
    const rich =
      '# Titel\n\n- [x] eins\n- zwei [1]\n\n| Traktandum | Zuständigkeit | Entscheid | Frist |\n|---|---|---|---:|\n| 1 | a | b | 2 |\n\n```\nKilometerlangeZeichenkettenOhneJedenUnterbruchDieNirgendsUmbrochenWerdenKönnen\n```\n\n> Zitat 0:30\n\n###### Klein';
    const all: [MadeResult | false, Parameters<typeof show>[1]][] = [
      [
        made({ text: rich, version: 3, previous: 2, stale: true }),
        { from: { name: 'Transkript', open: () => {} } },
      ],
      [made({ state: 'failed', error: 'request.failed' }), { onRetry: () => {} }],
      [false, {}],
    ];
    for (const [result, options] of all) {
      show(result, options);
      await vi.waitFor(() => expect(screen.host.textContent).not.toBe(''));
      expect(await accessibilityFaults(screen.host)).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
      screen.clear();
    }
  },
);
