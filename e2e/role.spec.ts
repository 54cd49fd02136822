/** The choice of a role, with the real server: its roles stand in the database before a person signs in. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { faultsInBoth } from './axe.ts';
import { signedIn } from './journey.ts';
import { expect, test as base, withProduct, type Page, type Product } from './product.ts';
import { expectSentence } from './sentence.ts';

const test = base.extend<object, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) =>
      withProduct(async (product) => {
        writeRoles(product);
        await use(product);
      }),
    { scope: 'worker' },
  ],
});

const inDatabase = (product: Product, work: (db: Database.Database) => void) => {
  const db = new Database(join(product.dataDir, 'wortlaut.db'));
  try {
    work(db);
  } finally {
    db.close();
  }
};

/** Gives the server's host the tag, two roles, and an option for everybody and one for each role. */
function writeRoles(product: Product): void {
  const host = new URL(product.url).hostname;
  inDatabase(product, (db) => {
    db.prepare(
      'insert into domain (key, host, tags, created_at) values (?, ?, ?, 0) on conflict do update set tags = excluded.tags',
    ).run(host, host, '["roles","share","preview"]');
    const insertRole = db.prepare(
      'insert into domain_role (host, id, name_de, name_en, name_fr, name_it, is_default, seq) values (?, ?, ?, ?, ?, ?, ?, ?)',
    );
    insertRole.run(host, 'clerk', 'Sekretariat', 'Office', '', '', 1, 0);
    insertRole.run(host, 'doctor', 'Ärztin', 'Doctor', '', '', 0, 1);
    insertRole.run(host, 'nameless', '', '', '', '', 0, 2);
    const insertOption = db.prepare(
      `insert into processing_option (host, label, rev, names, enabled_by_default, form, target, prompt, roles)
      values (?, ?, 1, ?, 1, 'text', null, 'Write.', ?)`,
    );
    const namesOf = (name: string) => JSON.stringify({ de: name, en: name, fr: name, it: name });
    insertOption.run(host, 'a', namesOf('Für alle'), '[]');
    insertOption.run(host, 'b', namesOf('Brief'), '["clerk"]');
    insertOption.run(host, 'c', namesOf('Befund'), '["doctor"]');
  });
}

/** Signs in a person who holds these roles besides the default one. */
async function signedInWith(page: Page, product: Product, roles: readonly string[], language = 'de') {
  const person = await signedIn(page, product.url, language);
  // The row of the person is made by the first call.
  await fetch(`${product.url}/api/auth/me`, { headers: { authorization: `Bearer ${person.token}` } });
  inDatabase(product, (db) => {
    db.prepare('update user set roles = ? where email = ?').run(JSON.stringify(roles), person.email);
  });
  return person;
}

const options = (page: Page) => page.getByRole('group', { name: 'Danach erstellen' }).getByRole('checkbox');

test('a person chooses a role at the first sign-in and changes it later, with the keyboard alone', async ({
  page,
  product,
}) => {
  await signedInWith(page, product, ['doctor']);
  await page.goto('/create');
  const dialog = page.getByRole('dialog', { name: 'Rolle wählen' });
  await expect(dialog.getByRole('radio', { name: 'Sekretariat' })).toBeChecked();
  expect(await faultsInBoth(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: 'Ärztin' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(options(page)).toHaveCount(2);
  await expect(page.getByRole('checkbox', { name: 'Befund' })).toBeChecked();

  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Befund' })).toBeVisible();
  await page.getByRole('button', { name: /Petra/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Rolle wechseln' })).toBeVisible();
  await page.keyboard.type('Rolle');
  await page.keyboard.press('Enter');
  const change = page.getByRole('dialog', { name: 'Rolle wechseln' });
  await expect(change.getByRole('radio', { name: 'Ärztin' })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(change).toBeHidden();
  await expect(page.getByRole('checkbox', { name: 'Brief' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Befund' })).toHaveCount(0);
});

test('a person who skips the choice is not asked again, and has the options of the default role', async ({
  page,
  product,
}) => {
  await signedInWith(page, product, ['doctor']);
  await page.goto('/create');
  await page.getByRole('button', { name: 'Überspringen' }).click();
  await expect(page.getByRole('checkbox', { name: 'Brief' })).toBeChecked();
  await page.reload();
  await page.getByRole('button', { name: /Petra/ }).click();
  // The menu offers the change as soon as the page knows the roles.
  await expect(page.getByRole('menuitem', { name: 'Rolle wechseln' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a person with one role is not asked, and cannot change it', async ({ page, product }) => {
  await signedInWith(page, product, []);
  const known = page.waitForResponse('**/api/v1/user/available-roles');
  await page.goto('/create');
  await known;
  await expect(page.getByRole('checkbox', { name: 'Brief' })).toBeChecked();
  await page.getByRole('button', { name: /Petra/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Abmelden' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Rolle wechseln' })).toHaveCount(0);
  // An open menu counts as a dialog.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the dialog says what has failed', async ({ page, product }) => {
  const fails = { status: 500, json: { detail: '', code: 'request.failed', request_id: 'r-1' } };
  await signedInWith(page, product, ['doctor', 'nameless'], 'en');
  await page.goto('/library');
  await expectSentence(page, 'role.unknown');
  const select = '**/api/v1/user/select-role';
  await page.route(select, (route) => route.fulfill(fails));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expectSentence(page, 'role.failed.select');
  for (const [path, key] of [
    ['**/api/v1/user/available-roles', 'role.failed.available'],
    ['**/api/v1/user/current-role', 'role.failed.current'],
  ] as const) {
    await page.keyboard.press('Escape');
    await page.route(path, (route) => route.fulfill(fails));
    await page.getByRole('button', { name: /Petra/ }).click();
    await page.getByRole('menuitem', { name: 'Change role' }).click();
    await expectSentence(page, key);
    await page.unroute(path);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Failed to')).toHaveCount(0);
  }
  // The entry of the menu that opened the dialog no longer exists, so the button of the menu gets the focus.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Petra/ })).toBeFocused();
});
