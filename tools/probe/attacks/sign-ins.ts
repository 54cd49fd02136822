import { createTestBrowser } from '#api/testing/test-browser.ts';
import { expectOnly, statusOf, type Attack } from '../attack.ts';

export const attack: Attack = {
  name: 'forty sign-ins at once',
  async run({ url }) {
    const browsers = Array.from({ length: 40 }, () => createTestBrowser(url));
    const pages = await Promise.all(browsers.map((browser) => browser.start()));
    const guess = (index: number) =>
      statusOf(
        browsers[index]!.post(
          `/api/auth/interaction/${pages[index]!.searchParams.get('interaction')}/login`,
          { email: `nobody${index}@example.org`, password: 'falsches Kennwort' },
        ),
      );
    return expectOnly(await Promise.all(browsers.map((_, index) => guess(index))), [401, 429, 503]);
  },
};
