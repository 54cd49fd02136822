import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { page, userEvent } from 'vitest/browser';
import type { ResultEvent } from '#api/contract/result-event.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import type { Player } from '#web/features/player/player.state.ts';
import { type AskProcess, ProcessContext } from '#web/features/processing/process-host.tsx';
import { de } from '#web/i18n/de/index.ts';
import { en } from '#web/i18n/en/index.ts';
import { fr } from '#web/i18n/fr/index.ts';
import { it as italian } from '#web/i18n/it/index.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { sessionFixture, transcriptFixture } from '#web/testing/session-fixture.ts';
import { resultFixture } from '#web/testing/result-fixture.ts';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { ResultTab } from './result-tab.tsx';
import type { MadeResult } from '#web/parts/result/result.rules.ts';

const screen = createTestScreen({ en, fr, it: italian });
const api = createTestApi();

const made = resultFixture;

const session = (change: Partial<SessionDetail> = {}) =>
  sessionFixture({ status: 'completed', duration: 9000, transcript: transcriptFixture(40), ...change });

function show(
  result: MadeResult | false,
  {
    of = session(),
    from = null as { name: string; open(): void } | null,
    ask = null as AskProcess | null,
  } = {},
) {
  const player = { seek: vi.fn<(timeS: number) => void>(), play: vi.fn<() => void>() };
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  screen.show(
    <QueryClientProvider client={client}>
      <ProcessContext value={ask}>
        <ResultTab
          session={{ ...of, data: { summary: result } }}
          label="summary"
          name="Zusammenfassung"
          result={result}
          player={player as unknown as Player}
          from={from}
        />
      </ProcessContext>
    </QueryClientProvider>,
  );
  return player;
}

const optionsCall = 'GET /api/v1/ai-processing-options';
const ownQuestion = (engine: 'llm' | null) => ({
  options: [
    { label: 'custom', names: { de: '', en: '', fr: '', it: '' }, form: 'prompt', target: null, engine },
  ],
});
const processCall = 'POST /api/v1/sessions/s1/process';
const cancelCall = 'POST /api/v1/sessions/s1/cancel';
const eventsCall = 'GET /api/v1/sessions/s1/results/summary/events';
const sent = (call: string) => api.calls.filter((one) => one.call === call).map(({ body }) => body);

test('A source and a moment play, and say by name where they lead', async () => {
  const player = show(made());
  await page.getByRole('button', { name: 'Quelle 1, bei 8 Sekunden' }).click();
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
  await eventually(() => expect(tip.elements()).toEqual([]));
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
  await eventually(() => expect(screen.host.querySelectorAll('li')).toHaveLength(6_000));
  await eventually(() => expect(screen.host.querySelector('[aria-busy=true]')).toBeNull());
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

test('What waits to be made anew can be read as it was', async () => {
  api.on('GET /api/v1/sessions/s1/results/summary/2', () => made({ text: 'Von früher', version: 2 }));
  show(false, { of: session({ former: { summary: 2 } }) });
  await expect.element(page.getByText('Fassung 3 von 3')).toBeVisible();
  await page.getByRole('button', { name: 'Frühere Fassung' }).click();
  await expect.element(page.getByText('Von früher')).toBeVisible();
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
  await eventually(() => expect(written).toHaveLength(1));
  const html = await (await written[0]![0]!.getType('text/html')).text();
  expect(html).toBe('<h1>A</h1><p><strong>b</strong> &lt;i&gt;</p>');
  await page.getByRole('button', { name: 'Als Text kopieren' }).click();
  await eventually(() => expect(plain).toHaveBeenCalledWith('A\n\nb <i>'));
});

test('What is still being made says how long, and what failed says why', async () => {
  const progress = { done: 10, total: 100, unit: 's', remaining_s: 125, queue: 0 } as const;
  show(false, { of: session({ status: 'processing', progress }) });
  await expect
    .element(page.getByRole('progressbar', { name: de.result.waiting }))
    .toHaveAttribute('aria-valuetext', 'noch etwa 2 Minuten');
  screen.clear();
  show(made({ state: 'processing', text: '' }), { of: session({ status: 'pending' }) });
  await expect.element(page.getByText(de.session.status.remaining.estimating)).toBeVisible();
  screen.clear();
  api.on(processCall, () => session());
  show(made({ state: 'failed', error: 'processing.model_busy', text: '', sources: [] }));
  await expect.element(page.getByText(de.error.processing.model_busy)).toBeVisible();
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await eventually(() => expect(sent(processCall)).toEqual([{ options: ['summary'] }]));
});

/** Events of a result, sent by the test. */
function eventStream() {
  let send: (event: ResultEvent) => void = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      send = (event) => controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`));
    },
  });
  api.on(eventsCall, () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  return (event: ResultEvent) => send(event);
}

test('A text is read while it is written; an older poll does not set it back; its end is told', async () => {
  const send = eventStream();
  api.on('GET /api/v1/sessions/s1', () => session({ data: { summary: made() } }));
  show(false);
  send({ event: 'text', text: 'Der Rat' });
  await expect.element(page.getByText('Der Rat', { exact: true })).toBeVisible();
  send({ event: 'more', text: ' bewilligt' });
  await expect.element(page.getByText('Der Rat bewilligt', { exact: true })).toBeVisible();
  show(made({ state: 'processing', text: 'Der' }));
  await expect.element(page.getByText('Der Rat bewilligt', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Zusammenfassung: Der Text wird geschrieben.')).toBeInTheDocument();
  expect(api.calls.filter(({ call }) => call === eventsCall)).toHaveLength(1);
  send({ event: 'end' });
  await eventually(() => expect(api.calls.some(({ call }) => call === 'GET /api/v1/sessions/s1')).toBe(true));
  show(made());
  await expect.element(page.getByText('Zusammenfassung ist fertig.')).toBeInTheDocument();
});

test('Without a stream the text goes on with each poll, and a lost one is told', async () => {
  show(made({ state: 'processing', text: 'Der Rat' }));
  await expect.element(page.getByText('Der Rat', { exact: true })).toBeVisible();
  show(made({ state: 'processing', text: 'Der Rat tagt' }));
  await expect.element(page.getByText('Der Rat tagt', { exact: true })).toBeVisible();
  screen.clear();
  api.on(eventsCall, () => new Response('data: {"event":"text","text":"Der Rat"}\n\n'));
  show(false);
  await expect.element(page.getByText(de.result.unlinked)).toBeVisible();
  await expect.element(page.getByText('Der Rat', { exact: true })).toBeVisible();
});

test('Who reads stays where they are; who is at the end stays at the end', async () => {
  const send = eventStream();
  show(false);
  const lines = (from: number) =>
    Array.from({ length: 60 }, (_, n) => `Absatz ${from + n} mit einigen Worten.\n\n`).join('');
  const end = () => document.scrollingElement!.scrollHeight - innerHeight;
  send({ event: 'text', text: lines(0) });
  await expect.element(page.getByText('Absatz 59 mit einigen Worten.')).toBeInTheDocument();
  window.scrollTo({ top: 200, behavior: 'instant' });
  await new Promise(requestAnimationFrame);
  send({ event: 'more', text: lines(60) });
  await expect.element(page.getByText('Absatz 119 mit einigen Worten.')).toBeInTheDocument();
  expect(scrollY).toBe(200);
  window.scrollTo({ top: end(), behavior: 'instant' });
  await new Promise((resolve) => addEventListener('scroll', resolve, { once: true }));
  send({ event: 'more', text: lines(120) });
  await expect.element(page.getByText('Absatz 179 mit einigen Worten.')).toBeInTheDocument();
  expect(Math.abs(scrollY - end())).toBeLessThan(4);
});

test('What is being made can be cancelled, by itself', async () => {
  api.on(cancelCall, () => session());
  show(false);
  await page.getByRole('button', { name: 'Abbrechen' }).click();
  await eventually(() => expect(sent(cancelCall)).toEqual([{ options: ['summary'] }]));
});

test('What is older than its sources is made anew after a question, and the harmless answer has the focus', async () => {
  api.on(processCall, () => session());
  show(made({ stale: true }), { of: session({ edits: 1 }) });
  await page.getByRole('button', { name: 'Neu erstellen' }).click();
  const question = page.getByRole('alertdialog', { name: '«Zusammenfassung» neu erstellen?' });
  await expect.element(question).toBeVisible();
  await expect.element(question.getByText(/bleibt als frühere Fassung erreichbar/)).toBeVisible();
  await expect.element(question.getByRole('button', { name: 'Lassen, wie es ist' })).toHaveFocus();
  expect(sent(processCall)).toEqual([]);
  await question.getByRole('button', { name: 'Neu erstellen' }).click();
  await eventually(() => expect(sent(processCall)).toEqual([{ options: ['summary'] }]));
});

test('A transcript without words says that there was nothing to process, and who made it is not claimed', async () => {
  show(made({ text: '', sources: [], notice: 'nothing_to_process' }));
  await expect.element(page.getByText(de.result.nothing.title)).toBeVisible();
  expect(screen.host.textContent).not.toContain(de.result.engine.extract);
});

test('A prompt of the person’s own remembers the tab that it was asked from', async () => {
  const open = vi.fn<() => void>();
  show(made({ prompt: 'Wer bezahlt das?' }), { from: { name: 'Transkript', open } });
  await expect.element(page.getByText('Wer bezahlt das?')).toBeVisible();
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
      [made({ state: 'failed', error: 'processing.context_too_small' }), {}],
      [false, {}],
      [made({ state: 'processing', text: rich }), {}],
      [made({ text: '', notice: 'nothing_to_process', prompt: 'Wer macht was bis wann? '.repeat(20) }), {}],
    ];
    for (const [result, options] of all) {
      show(result, options);
      await eventually(() => expect(screen.host.textContent).not.toBe(''));
      expect(await accessibilityFaults(screen.host)).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
      screen.clear();
    }
  },
);

test('A question about a result is offered where somebody answers it; a single version is not counted', async () => {
  const ask = vi.fn<AskProcess>();
  api.on(optionsCall, () => ownQuestion('llm'));
  show(made(), { ask });
  await page.getByRole('button', { name: 'Eigene Frage dazu …' }).click();
  expect(ask).toHaveBeenCalledWith({ source: 'result:summary' });
  expect(page.getByText(/^Fassung/).elements()).toEqual([]);
  screen.clear();
  show(made({ text: '', notice: 'nothing_to_process' }), { ask });
  await expect.element(page.getByText('Es gibt nichts auszuwerten')).toBeVisible();
  await eventually(() => expect(api.calls.filter(({ call }) => call === optionsCall)).toHaveLength(2));
  expect(page.getByRole('button', { name: 'Eigene Frage dazu …' }).elements()).toEqual([]);
  screen.clear();
  api.on(optionsCall, () => ownQuestion(null));
  show(made(), { ask });
  await eventually(() => expect(api.calls.filter(({ call }) => call === optionsCall)).toHaveLength(3));
  await expect.element(page.getByRole('button', { name: 'Neu erstellen' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Eigene Frage dazu …' }).elements()).toEqual([]);
});
