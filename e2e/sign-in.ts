/** The two ways to sign in: on the page's own form, and at a provider in a process of its own. */
import { realmPassword } from '#api/testing/realm-provider.ts';
import { createTestBrowser } from '#api/testing/test-browser.ts';
import { newPerson } from './journey.ts';
import { expect, test as base, withProduct, type Page, type Product } from './product.ts';
import { startRealmServer, type RealmServer } from './realms.ts';

export const providers = ['embedded', 'realm'] as const;
export type ProviderName = (typeof providers)[number];

export type SignInForm = {
  /** Waits until the form is there. */
  awaits(): Promise<void>;
  signIn(): Promise<void>;
  /** Goes back without signing in. */
  deny(): Promise<void>;
  /** Signs out, at the provider too, and waits until that has led home. */
  signOut(): Promise<void>;
};

type Fixtures = {
  /** The form of the provider, for a person that it knows. */
  form: SignInForm;
};
type WorkerFixtures = {
  /** The provider in a process of its own; null with the embedded one. */
  realms: RealmServer | null;
  product: Product;
};

/** Returns the test whose server has this provider. */
export const signInTest = (provider: ProviderName) =>
  base.extend<Fixtures, WorkerFixtures>({
    realms: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
      async ({}, use) => {
        const realms = provider === 'realm' ? await startRealmServer() : null;
        await use(realms);
        await realms?.close();
      },
      { scope: 'worker' },
    ],
    product: [
      async ({ realms }, use) =>
        withProduct(async (product) => {
          await realms?.admit(product.url);
          await use(product);
        }, realms?.env),
      { scope: 'worker' },
    ],
    form: async ({ page, product }, use) =>
      use(provider === 'realm' ? formOfRealm(page, product) : await formOfPage(page, product)),
  });

const menuEntry = async (page: Page) => {
  await page.getByRole('button', { name: /Petra/ }).click();
  await page.getByRole('menuitem', { name: 'Abmelden' }).click();
};
const atHome = (page: Page) => page.waitForURL((url) => url.pathname === '/');

async function formOfPage(page: Page, product: Product): Promise<SignInForm> {
  const person = newPerson();
  await createTestBrowser(product.url).register(person);
  return {
    awaits: () => expect(page.getByLabel('E-Mail-Adresse')).toBeVisible(),
    async signIn() {
      await page.getByLabel('E-Mail-Adresse').fill(person.email);
      await page.getByLabel('Passwort', { exact: true }).fill(person.password);
      await page.getByRole('button', { name: 'Anmelden' }).click();
    },
    // This form has no way back. The provider would lead here.
    async deny() {
      await page.goto('/auth/callback?error=access_denied&state=x');
    },
    async signOut() {
      await menuEntry(page);
      await atHome(page);
    },
  };
}

function formOfRealm(page: Page, { signInOrigin }: Product): SignInForm {
  const name = `petra-${newPerson().email.slice(7, 15)}`;
  return {
    async awaits() {
      await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
      expect(new URL(page.url()).origin).toBe(signInOrigin);
    },
    async signIn() {
      await page.getByLabel('Username or email').fill(name);
      await page.getByLabel('Password').fill(realmPassword);
      await page.getByRole('button', { name: 'Sign In' }).click();
    },
    deny: () => page.getByRole('button', { name: 'Cancel' }).click(),
    async signOut() {
      await menuEntry(page);
      await page.getByRole('button', { name: 'Logout' }).click();
      await atHome(page);
    },
  };
}
