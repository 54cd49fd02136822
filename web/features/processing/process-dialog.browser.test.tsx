import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { page, userEvent } from 'vitest/browser';
import type { OfferedOption } from '#api/contract/option.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import { sessionDetailKey } from '#web/parts/session/session.state.ts';
import { de } from '#web/i18n/de/index.ts';
import { en } from '#web/i18n/en/index.ts';
import { fr } from '#web/i18n/fr/index.ts';
import { it as italian } from '#web/i18n/it/index.ts';
import { domainConfigFixture } from '#web/testing/domain-config-fixture.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { resultFixture } from '#web/testing/result-fixture.ts';
import { sessionFixture, transcriptFixture } from '#web/testing/session-fixture.ts';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { ProcessDialog } from './process-dialog.tsx';

const screen = createTestScreen({ en, fr, it: italian });
const api = createTestApi();
const close = vi.fn<() => void>();
const opened = vi.fn<(label: string) => void>();

const names = (label: 'summary' | 'minutes' | 'fact_check' | 'translation_fr' | 'custom') => ({
  de: de.result.label[label],
  en: en.result.label[label],
  fr: fr.result.label[label],
  it: italian.result.label[label],
});
const options = (hasModel: boolean): OfferedOption[] => {
  const extract = hasModel ? ('llm' as const) : ('extract' as const);
  const onlyModel = hasModel ? ('llm' as const) : null;
  const text = { enabled_by_default: false, form: 'text', target: null, engine: extract } as const;
  return [
    { ...text, label: 'minutes', names: names('minutes'), form: 'minutes', enabled_by_default: true },
    { ...text, label: 'summary', names: names('summary'), enabled_by_default: true },
    { ...text, label: 'fact_check', names: names('fact_check'), form: 'claims' },
    { ...text, label: 'custom', names: names('custom'), form: 'prompt', engine: onlyModel },
    {
      ...text,
      label: 'translation_fr',
      names: names('translation_fr'),
      engine: onlyModel,
      form: 'translation' as const,
      target: 'fr' as const,
    },
  ];
};
const processCall = 'POST /api/v1/sessions/s1/process';
const sent = () => api.calls.filter(({ call }) => call === processCall).map(({ body }) => body);
const session = (change: Partial<SessionDetail> = {}) =>
  sessionFixture({ status: 'completed', transcript: transcriptFixture(2), ...change });

let client: QueryClient;
beforeEach(() => {
  close.mockClear();
  opened.mockClear();
  api.on('GET /api/v1/ai-processing-options', () => ({ options: options(true) }));
});
function show(
  shown: SessionDetail,
  asked: Pick<React.ComponentProps<typeof ProcessDialog>, 'source' | 'chosen'> = {},
) {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(sessionDetailKey('s1'), shown);
  screen.show(
    <QueryClientProvider client={client}>
      <ProcessDialog session={shown} isOpen onClose={close} onSent={opened} {...asked} />
    </QueryClientProvider>,
  );
}
const box = (name: RegExp) => page.getByRole('checkbox', { name });
/** Clicks the label: the checkbox itself is hidden. */
const press = (name: string) => page.getByText(name, { exact: true }).click();
const submit = () => page.getByRole('button', { name: 'Auswerten', exact: true });

test('What is usual is chosen; what was sent is pending at once, and its first tab is opened', async () => {
  let answer: (after: SessionDetail) => void = () => {};
  api.on(processCall, () => new Promise((resolve) => (answer = resolve)));
  show(session());
  await expect.element(box(/Protokoll/)).toBeChecked();
  await expect.element(box(/Zusammenfassung/)).toBeChecked();
  await expect.element(box(/Faktencheck/)).not.toBeChecked();
  await press('Protokoll');
  await submit().click();
  await eventually(() => expect(sent()).toEqual([{ options: ['summary'] }]));
  expect(client.getQueryData<SessionDetail>(sessionDetailKey('s1'))).toMatchObject({
    status: 'processing',
    data: { summary: false },
  });
  expect(close).not.toHaveBeenCalled();
  answer(session({ status: 'processing', data: { summary: false } }));
  await eventually(() => expect(opened).toHaveBeenCalledWith('summary'));
  expect(close).toHaveBeenCalledOnce();
});

test('What the server refuses is taken back and said; what was filled in stays', async () => {
  api.on(processCall, () => refusal(409, 'processing.no_transcript'));
  show(session(), { source: 'transcript' });
  await page.getByRole('textbox', { name: de.processing.custom.label }).fill('Wer bezahlt?');
  await submit().click();
  await expect.element(page.getByText(de.error.processing.no_transcript)).toBeVisible();
  await expect
    .element(page.getByRole('textbox', { name: de.processing.custom.label }))
    .toHaveValue('Wer bezahlt?');
  expect(client.getQueryData<SessionDetail>(sessionDetailKey('s1'))).toMatchObject({ status: 'completed' });
  expect(close).not.toHaveBeenCalled();
});

test('What is there says so, and is made anew only after the question', async () => {
  api.on(processCall, () => session({ data: { summary: false } }));
  show(session({ data: { summary: resultFixture() } }), { chosen: ['summary'] });
  await expect.element(box(/Zusammenfassung.*schon vorhanden, wird neu erstellt/)).toBeChecked();
  await submit().click();
  const question = page.getByRole('alertdialog', { name: '«Zusammenfassung» neu erstellen?' });
  await expect.element(question).toBeVisible();
  await question.getByRole('button', { name: 'Lassen, wie es ist' }).click();
  expect(sent()).toEqual([]);
  await submit().click();
  await question.getByRole('button', { name: 'Neu erstellen' }).click();
  await eventually(() => expect(opened).toHaveBeenCalledWith('summary'));
});

test('A question of one’s own is asked about a tab, beside what else was chosen', async () => {
  const data = { summary: resultFixture() };
  api.on(processCall, (body) => {
    const isCustom = (body as { options: string[] }).options.includes('custom');
    return session({ data: { ...data, minutes: false, ...(isCustom ? { custom_1: false } : {}) } });
  });
  show(session({ data }), { source: 'result:summary' });
  const field = page.getByRole('textbox', { name: de.processing.custom.label });
  await expect.element(field).toHaveFocus();
  await page.getByRole('button', { name: de.processing.custom.example.pros }).click();
  await expect.element(field).toHaveValue(de.processing.custom.example.pros);
  await expect.element(page.getByRole('button', { name: /Zusammenfassung Bezieht sich auf/ })).toBeVisible();
  await press('Protokoll');
  await page.getByText(de.processing.dialog.hints).click();
  await page.getByRole('textbox', { name: de.processing.hints.label }).fill('Frau Tschudi');
  await page.getByText(de.processing.dialog.corrections).click();
  await press(de.processing.corrections.agent);
  await submit().click();
  await eventually(() =>
    expect(sent()).toEqual([
      { options: ['minutes'], fix_with_agent: true, user_process_data: 'Frau Tschudi' },
      {
        options: ['custom'],
        user_process_data: de.processing.custom.example.pros,
        source_tab: 'result:summary',
      },
    ]),
  );
  await eventually(() => expect(opened).toHaveBeenCalledWith('minutes'));
});

test('Where only a part was taken, that part is not sent twice', async () => {
  let isRefused = true;
  api.on(processCall, (body) =>
    (body as { options: string[] }).options.includes('custom') && isRefused
      ? refusal(409, 'processing.model_missing')
      : session({ status: 'processing', data: { summary: false } }),
  );
  show(session(), { chosen: ['summary'] });
  await page.getByText(de.processing.dialog.custom).click();
  await page.getByRole('textbox', { name: de.processing.custom.label }).fill('Wer?');
  await submit().click();
  await expect.element(page.getByText(de.processing.dialog.partly)).toBeVisible();
  isRefused = false;
  await submit().click();
  await eventually(() => expect(close).toHaveBeenCalled());
  expect(sent().map((body) => (body as { options: string[] }).options)).toEqual([
    ['summary'],
    ['custom'],
    ['custom'],
  ]);
});

test('Without a language model it is said what is not possible, and what is done otherwise', async () => {
  api.on('GET /api/v1/ai-processing-options', () => ({ options: options(false) }));
  show(session());
  await expect.element(page.getByText(de.processing.dialog.noModel)).toBeVisible();
  await expect.element(box(/Faktencheck.*Geprüft werden sie ohne Sprachmodell nicht/)).toBeEnabled();
  await page.getByText(de.processing.dialog.translate).click();
  await expect.element(box(/Französisch/)).toBeDisabled();
  await page.getByText(de.processing.dialog.corrections).click();
  await expect.element(box(/Namen und Fachwörter/)).toBeDisabled();
  await expect.element(box(/Mit Wörterbuch/)).toBeEnabled();
  await page.getByText(de.processing.dialog.custom).click();
  expect(page.getByRole('textbox').elements()).toEqual([]);
});

test('Nothing chosen sends nothing; options that do not come can be asked for again', async () => {
  api.on('GET /api/v1/ai-processing-options', () => refusal(500, 'request.failed'));
  show(session({ data: { summary: resultFixture(), minutes: resultFixture() } }));
  await expect.element(page.getByText(de.processing.dialog.loadFailed)).toBeVisible();
  api.on('GET /api/v1/ai-processing-options', () => ({ options: options(true) }));
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await submit().click();
  await expect.element(page.getByText(de.processing.dialog.nothing)).toBeVisible();
  expect(sent()).toEqual([]);
});

test('A missing template is asked for at the support desk of the host, without a word of the session', async () => {
  const links = { chat_app: null, support_desk: 'https://desk.example/?s={summary}&d={description}' };
  api.on('GET /api/v1/domain-config', () => domainConfigFixture(null, { links }));
  show(session({ title: 'Geheimes Geschäft', notes: { text: 'Vertraulich', rev: 1 } }));
  const link = page.getByRole('link', { name: `${de.template.link} (${de.shell.newTab})` });
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
  const { searchParams } = new URL(link.element().getAttribute('href') ?? '');
  expect(searchParams.get('s')).toBe(de.template.summary);
  expect(searchParams.get('d')).toBe(
    de.template.description.replace('{{version}}', __VERSION__).replace('{{host}}', location.hostname),
  );
});

test('It is worked by keyboard alone', async () => {
  api.on(processCall, () => session({ data: { summary: false } }));
  show(session(), { chosen: [] });
  await expect.element(box(/Protokoll/)).toBeInTheDocument();
  (box(/Protokoll/).element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(box(/Protokoll/)).toBeChecked();
  await userEvent.keyboard('{Tab}{Tab}{Tab}{Enter}');
  await expect.element(page.getByRole('textbox', { name: de.processing.custom.label })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(close).toHaveBeenCalled();
});

test.each(['de', 'en', 'fr', 'it'])(
  'It is without faults for all and fits 360 px in %s',
  async (language) => {
    await page.viewport(360, 780);
    await screen.i18n.changeLanguage(language);
    api.on('GET /api/v1/ai-processing-options', () => ({ options: options(language !== 'de') }));
    show(session({ data: { summary: resultFixture(), minutes: false } }), { source: 'result:summary' });
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByRole('checkbox').first()).toBeInTheDocument();
    for (const section of dialog.element().querySelectorAll('details')) section.open = true;
    expect(await accessibilityFaults(dialog.element() as HTMLElement)).toEqual([]);
    expect(dialog.element().scrollWidth).toBeLessThanOrEqual(dialog.element().clientWidth);
  },
);
