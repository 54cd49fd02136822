import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { ref } from 'valtio';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { functionTags } from '#api/contract/domain.ts';
import type { OfferedOption } from '#api/contract/option.ts';
import { DraftOffer } from '#web/features/draft/index.ts';
import { activeRecording } from '#web/features/recording/current-recording.ts';
import { createFakeRecording } from '#web/features/recording/recording-fixture.ts';
import { ResultTab } from '#web/features/result/index.ts';
import { CreateOptions } from '#web/features/session/create/create-options.tsx';
import { RecordModes } from '#web/features/session/record/record-modes.tsx';
import { de } from '#web/i18n/de/index.ts';
import { localStore } from '#web/lib/browser-storage.ts';
import { refreshDomainConfig } from '#web/lib/domain-config.ts';
import { lastConfigKey } from '#web/lib/domain-config-query.ts';
import { api as client, listenToHttp } from '#web/lib/http.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { setTimings } from '#web/lib/time.ts';
import { useOptions } from '#web/parts/result/options.state.ts';
import { domainConfigFixture } from '#web/testing/domain-config-fixture.ts';
import { createModelDevice, testModels } from '#web/testing/draft-setup-fixture.ts';
import { resultFixture } from '#web/testing/result-fixture.ts';
import { sessionFixture, transcriptFixture } from '#web/testing/session-fixture.ts';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { SessionAudio } from './session-audio.tsx';
import { SessionMenu } from './session-menu.tsx';

const screen = createTestScreen();
const api = createTestApi();
const configCall = 'GET /api/v1/domain-config';
let restore: () => void;
beforeEach(() => {
  restore = setTimings({ retryBaseMs: 1, domainConfigPatienceMs: 50 });
});
afterEach(() => {
  restore();
  screen.clear();
  queryClient.clear();
  activeRecording.current = null;
});

const checked = 'Die Zahlen stimmen.';
const recorded = sessionFixture({
  status: 'completed',
  audio: { duration: 60, bytes: 480_000, deleted_at: null },
  transcript: transcriptFixture(1),
  data: { fact_check: resultFixture({ text: checked, stale: true }) },
});
const fresh = sessionFixture({ id: 's2' });
const factCheck: OfferedOption = {
  label: 'fact_check',
  names: { de: 'Faktenprüfung', en: 'Fact check', fr: 'Vérification', it: 'Verifica' },
  enabled_by_default: false,
  form: 'claims',
  target: null,
  engine: 'llm',
};
const summary: OfferedOption = {
  ...factCheck,
  label: 'summary',
  names: { ...factCheck.names, de: 'Zusammenfassung' },
  form: 'text',
};
const setup = createModelDevice([testModels.tiny]).open();

/** All places of the page that have a function which a host can switch off. */
function Places() {
  const offered = useOptions();
  const { fact_check: result = false } = recorded.data;
  return (
    <>
      <SessionMenu session={recorded} />
      <SessionAudio session={recorded} player={null} />
      <RecordModes session={fresh} onDone={() => {}} />
      <DraftOffer language="de" setup={setup} />
      <CreateOptions offered={offered} language="de" choice={{}} onChange={() => {}} />
      <ResultTab
        session={recorded}
        label="fact_check"
        name="Faktenprüfung"
        result={result}
        player={null}
        from={null}
      />
    </>
  );
}

const storeLast = (tags: readonly string[]) =>
  localStore.setItem(lastConfigKey(location.hostname), JSON.stringify(domainConfigFixture(tags)));

function show(address = '/library/s2?mode=dictation') {
  api.on('GET /api/v1/ai-processing-options', () => ({ options: [factCheck, summary] }));
  const root = createRootRoute();
  const library = createRoute({
    getParentRoute: () => root,
    path: '/library/$id',
    validateSearch: (search: Record<string, unknown>) => search,
    component: Places,
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: root.addChildren([library]), history });
  screen.show(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
}

const byRole = (role: 'radio' | 'menuitem' | 'checkbox' | 'button', name: string): boolean =>
  page.getByRole(role, { name, exact: true }).elements().length > 0;

/** Returns the functions that the page shows, and opens the menu of the session for that. */
async function shownFunctions(): Promise<string[]> {
  const names = new Set<string>();
  if (byRole('radio', de.recording.modes.dictation)) names.add('dictation');
  if (byRole('button', de.pairing.offer)) names.add('pairing');
  if (screen.host.querySelector(`[aria-label="${de.draft.model.label}"]`)) names.add('preview');
  if (byRole('checkbox', 'Faktenprüfung')) names.add('fact_check');
  if (byRole('button', de.result.stale.renew) !== names.has('fact_check')) names.add('half a fact_check');
  const hasButton = byRole('button', de.player.download);
  await page.getByRole('button', { name: de.session.menu }).click();
  await expect.element(page.getByRole('menuitem', { name: de.export.action })).toBeVisible();
  if (byRole('menuitem', de.share.action)) names.add('share');
  if (byRole('menuitem', de.player.download)) names.add('audio_download');
  if (hasButton !== names.has('audio_download')) names.add('half an audio_download');
  await userEvent.keyboard('{Escape}');
  return [...names].toSorted();
}

/** Resolves when the host has answered, well or badly. */
async function answered(): Promise<void> {
  const count = () => {
    const state = queryClient.getQueryState(['domain', 'config', location.hostname]);
    return (state?.dataUpdateCount ?? 0) + (state?.errorUpdateCount ?? 0);
  };
  await expect.poll(count).toBeGreaterThan(0);
}

async function expectFunctions(expected: readonly string[]): Promise<void> {
  await expect.poll(shownFunctions).toEqual([...expected].toSorted());
  // What a host cannot switch off.
  expect(byRole('radio', de.recording.modes.record)).toBe(true);
  expect(byRole('radio', de.recording.modes.upload)).toBe(true);
  expect(byRole('checkbox', 'Zusammenfassung')).toBe(true);
  await expect.element(page.getByText(checked)).toBeVisible();
}

const optional = ['share', 'audio_download', 'dictation', 'preview', 'fact_check', 'pairing'];
const cases: [name: string, answer: () => unknown, expected: readonly string[]][] = [
  ['no list of functions', () => domainConfigFixture(null), optional],
  ['all functions', () => domainConfigFixture(functionTags), optional],
  ['an empty list', () => domainConfigFixture([]), []],
  ['no answer', () => refusal(500, 'request.failed'), []],
  ['an answer that nobody can read', () => ({ tags: 'share' }), []],
  ...optional.flatMap((tag): typeof cases => [
    [`only ${tag}`, () => domainConfigFixture([tag]), [tag]],
    [
      `all but ${tag}`,
      () => domainConfigFixture(functionTags.filter((other) => other !== tag)),
      optional.filter((other) => other !== tag),
    ],
  ]),
];

test.each(cases)('A host with %s: what is there', async (_name, answer, expected) => {
  api.on(configCall, answer);
  show();
  await answered();
  await expectFunctions(expected);
  // The address asks for dictation. Where there is none, it leads to a recording.
  const mode = expected.includes('dictation') ? 'dictation' : 'record';
  await expect.element(page.getByRole('radio', { name: de.recording.modes[mode] })).toBeChecked();
});

test.each([
  ['fails', () => refusal(500, 'request.failed')],
  ['does not come', () => new Promise(() => {})],
])('Where the answer %s, the functions known last hold', async (_name, answer) => {
  storeLast(['share', 'dictation']);
  api.on(configCall, answer);
  show();
  await expectFunctions(['share', 'dictation']);
  await expect.poll(() => api.calls.map(({ call }) => call)).toContain(configCall);
});

test('A call of a function that was switched off meanwhile lets it disappear', async () => {
  listenToHttp({
    onSignedOut() {},
    onNetworkFailure() {},
    onProvider() {},
    onFunctionOff: () => void refreshDomainConfig(),
  });
  show();
  await expectFunctions(optional);
  api.on(configCall, () => domainConfigFixture(functionTags.filter((tag) => tag !== 'share')));
  api.on('POST /api/v1/sessions/s1/share/preview', () => refusal(404, 'domain.off'));
  const json = { reports: [], message: '' };
  await expect(
    client.v1.sessions[':id'].share.preview.$post({ param: { id: 's1' }, json }),
  ).rejects.toMatchObject({ code: 'domain.off' });
  await expectFunctions(optional.filter((tag) => tag !== 'share'));
});

test('A dictation that runs goes on where dictation was switched off', async () => {
  const recording = createFakeRecording({ mode: 'dictation', sessionId: 's2' });
  activeRecording.current = ref(recording);
  storeLast(['dictation']);
  api.on(configCall, () => domainConfigFixture([]));
  show('/library/s2');
  await answered();
  await expect.element(page.getByText(checked)).toBeVisible();
  expect(page.getByRole('radio', { name: de.recording.modes.record }).elements()).toEqual([]);
  expect(recording.state).toMatchObject({ mode: 'dictation', stage: 'recording' });
});
