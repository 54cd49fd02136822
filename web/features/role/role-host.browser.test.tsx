import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Role } from '#api/contract/role.ts';
import { de } from '#web/i18n/de/index.ts';
import { en } from '#web/i18n/en/index.ts';
import { fr } from '#web/i18n/fr/index.ts';
import { it as italian } from '#web/i18n/it/index.ts';
import { setTimings } from '#web/lib/time.ts';
import { useOptions } from '#web/parts/result/options.state.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { RoleHost } from './role-host.tsx';
import { openRoleDialog, roleState } from './role.state.ts';

const screen = createTestScreen({ en, fr, it: italian });
const api = createTestApi();
const storedKey = 'skippedRoleSelection';

const role = (id: string, de_: string, fields: Partial<Role> = {}): Role => ({
  id,
  role_name_de: de_,
  role_name_en: '',
  role_name_fr: '',
  role_name_it: '',
  is_default: false,
  ...fields,
});
const doctor = role('doctor', 'Ärztin', { role_name_en: 'Doctor' });
const clerk = role('clerk', 'Sekretariat', { is_default: true });
const noRole = () => refusal(404, 'role.none');

let restore = () => {};
/** The role that is chosen on the server. */
let chosen: Role | null = null;
beforeEach(() => {
  localStorage.removeItem(storedKey);
  // A failed read is repeated soon.
  restore = setTimings({ retryBaseMs: 1 });
  api.on('GET /api/v1/user/available-roles', () => ({ available_roles: [doctor, clerk] }));
  chosen = null;
  api.on('GET /api/v1/user/current-role', () => (chosen ? { current_role: chosen } : noRole()));
  api.on('GET /api/v1/ai-processing-options', () => ({ options: [] }));
  api.on('POST /api/v1/user/select-role', (body) => {
    const { domain_role_id: id } = body as { domain_role_id: string };
    chosen = [doctor, clerk].find((each) => each.id === id) ?? null;
    return { current_role: chosen };
  });
});
afterEach(() => restore());

function Options() {
  useOptions();
  return null;
}

let client = new QueryClient();
const show = (mayShow = true, personId = 'p1') => {
  screen.show(
    <QueryClientProvider client={client}>
      <Options />
      <RoleHost key={personId} personId={personId} mayShow={mayShow} />
    </QueryClientProvider>,
  );
};
const begin = (...with_: Parameters<typeof show>) => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  show(...with_);
};
const dialog = () => page.getByRole('dialog');
const radio = (name: string) => page.getByRole('radio', { name, exact: false });
const button = (name: string) => page.getByRole('button', { name });
const until = expect.poll;
const callsOf = (call: string) => api.calls.filter((each) => each.call === call);
/** Waits until both answers about roles are there. */
const loaded = () => until(() => client.isFetching() === 0 && api.calls.length >= 3).toBe(true);

describe('The choice of a role', () => {
  test('is asked for at the first sign-in, with the default role chosen beforehand', async () => {
    begin();
    await expect.element(dialog()).toBeVisible();
    await expect.element(radio('Sekretariat')).toBeChecked();
    await expect.element(radio('Ärztin')).not.toBeChecked();
    expect(await accessibilityFaults(document.body)).toEqual([]);
    await radio('Ärztin').click({ force: true });
    await button(de.role.confirm).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(callsOf('POST /api/v1/user/select-role').map(({ body }) => body)).toEqual([
      { domain_role_id: 'doctor' },
    ]);
    expect(localStorage.getItem(storedKey)).toBeNull();
  });

  test('loads the current role and the options anew', async () => {
    begin();
    await expect.element(dialog()).toBeVisible();
    await loaded();
    const before = [
      callsOf('GET /api/v1/user/current-role').length,
      callsOf('GET /api/v1/ai-processing-options').length,
    ];
    await button(de.role.confirm).click();
    await until(() => callsOf('GET /api/v1/user/current-role').length).toBeGreaterThan(before[0]!);
    await until(() => callsOf('GET /api/v1/ai-processing-options').length).toBeGreaterThan(before[1]!);
  });

  test('is made with the keyboard alone', async () => {
    begin();
    await expect.element(dialog()).toBeVisible();
    await expect.element(radio('Sekretariat')).toBeChecked();
    for (
      let presses = 0;
      presses < 5 && document.activeElement?.getAttribute('type') !== 'radio';
      presses += 1
    )
      await userEvent.keyboard('{Tab}');
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(radio('Ärztin')).toBeChecked();
    await userEvent.keyboard('{Enter}');
    await until(() => callsOf('POST /api/v1/user/select-role').map(({ body }) => body)).toEqual([
      { domain_role_id: 'doctor' },
    ]);
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('cannot be confirmed while nothing is chosen, and not twice', async () => {
    const nurse = role('nurse', 'Pflege');
    api.on('GET /api/v1/user/available-roles', () => ({ available_roles: [doctor, nurse] }));
    const answer = Promise.withResolvers<object>();
    api.on('POST /api/v1/user/select-role', () => answer.promise);
    begin();
    await expect.element(button(de.role.confirm)).toBeDisabled();
    await radio('Pflege').click({ force: true });
    await button(de.role.confirm).click();
    await expect.element(button(de.role.confirm)).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button(de.role.confirm)).toHaveFocus();
    await expect.element(button(de.role.skip)).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).toBeVisible();
    chosen = nurse;
    answer.resolve({ current_role: nurse });
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(callsOf('POST /api/v1/user/select-role')).toHaveLength(1);
  });

  test('is skipped by one person for good, and by nobody else', async () => {
    begin();
    await button(de.role.skip).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(localStorage.getItem(storedKey)).toBe('["p1"]');
    begin(true, 'p2');
    await expect.element(dialog()).toBeVisible();
    begin();
    await until(() => roleState.canChange).toBe(true);
    await loaded();
    await expect.element(dialog()).not.toBeInTheDocument();
    // The person may still choose, and is asked again if the role is taken away.
    openRoleDialog();
    await button(de.role.confirm).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(localStorage.getItem(storedKey)).toBeNull();
  });

  test('is put off until the next visit with the key Escape', async () => {
    begin();
    await expect.element(dialog()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(localStorage.getItem(storedKey)).toBeNull();
    screen.clear();
    begin();
    await expect.element(dialog()).toBeVisible();
  });

  test('waits while it would disturb, and is not offered in the menu then', async () => {
    begin(false);
    await loaded();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(roleState.canChange).toBe(false);
    show(true);
    await expect.element(dialog()).toBeVisible();
    expect(roleState.canChange).toBe(true);
    show(false);
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test.each([
    ['one role', () => ({ available_roles: [clerk] }), noRole, false],
    ['no role', () => ({ available_roles: [] }), noRole, false],
    ['a chosen role', () => ({ available_roles: [doctor, clerk] }), () => ({ current_role: doctor }), true],
    [
      'a chosen role that is not known',
      () => ({ available_roles: [doctor, clerk] }),
      () => refusal(500, 'request.failed'),
      true,
    ],
    ['roles that are not known', () => refusal(500, 'request.failed'), noRole, false],
  ])('is not asked for with %s', async (_, available, current, canChange) => {
    api.on('GET /api/v1/user/available-roles', available);
    api.on('GET /api/v1/user/current-role', current);
    begin();
    await loaded();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(roleState.canChange).toBe(canChange);
  });

  test('is cleared when the person signs out', async () => {
    begin();
    await expect.element(dialog()).toBeVisible();
    screen.clear();
    expect(roleState).toEqual({ personId: null, canChange: false, isAsked: false, isDismissed: false });
  });
});

describe.each(Object.entries({ de, en, fr, it: italian }))('In %s', (language, words) => {
  beforeEach(() => screen.i18n.changeLanguage(language));

  const fails = () => refusal(500, 'request.failed');

  test.each([
    ['the available roles', 'GET /api/v1/user/available-roles', words.role.failed.available],
    ['the current role', 'GET /api/v1/user/current-role', words.role.failed.current],
  ])('the dialog says that %s cannot be fetched, until it can', async (_, call, sentence) => {
    api.on('GET /api/v1/user/current-role', () => ({ current_role: clerk }));
    begin();
    await until(() => roleState.canChange).toBe(true);
    api.on(call, fails);
    openRoleDialog();
    await expect.element(page.getByText(sentence)).toBeVisible();
    await expect
      .element(page.getByText(words.error.request.failed.split('{{')[0]!.trim(), { exact: false }))
      .toBeVisible();
    api.on('GET /api/v1/user/available-roles', () => ({ available_roles: [doctor, clerk] }));
    api.on('GET /api/v1/user/current-role', () => ({ current_role: clerk }));
    await button(words.shell.retry).click();
    await expect.element(page.getByText(sentence)).not.toBeInTheDocument();
    await expect.element(dialog()).toBeVisible();
  });

  test('the dialog says that the role cannot be selected, and why, and stays', async () => {
    api.on('POST /api/v1/user/select-role', () =>
      refusal(409, 'later.code', { detail: 'The moon is full.' }),
    );
    begin();
    await button(words.role.confirm).click();
    await expect.element(page.getByText(words.role.failed.select)).toBeVisible();
    await expect.element(page.getByText('The moon is full.')).toBeVisible();
    await expect.element(button(words.role.confirm)).toHaveAttribute('type', 'submit');
    // The key finds the dialog, because the focus has stayed in it.
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('a role without a name is called unknown, and one with a name by the first that there is', async () => {
    const nameless = role('x', '');
    api.on('GET /api/v1/user/available-roles', () => ({ available_roles: [nameless, doctor] }));
    begin();
    await expect.element(radio(words.role.unknown)).toBeVisible();
    await expect.element(radio(language === 'de' ? 'Ärztin' : 'Doctor')).toBeVisible();
  });
});
