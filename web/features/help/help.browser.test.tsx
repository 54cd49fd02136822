import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { playerKeys } from '#web/features/player/index.ts';
import { keyRules } from '#web/features/transcript/index.ts';
import { de } from '#web/i18n/de/index.ts';
import { helpPages as words } from '#web/i18n/de/help-pages.ts';
import { en } from '#web/i18n/en/index.ts';
import { helpPages as english } from '#web/i18n/en/help-pages.ts';
import { closeKeysDialog, openKeysDialog } from '#web/parts/keys/keys-dialog.state.ts';
import { setSingleKeys } from '#web/parts/keys/single-keys.state.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { createRoutedScreen } from '#web/testing/routed-screen.tsx';
import { createTestApi } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { HelpScreen } from './help-screen.tsx';
import { KeysHost } from './keys/keys-host.tsx';

const screen = createTestScreen({ en });
createTestApi();
afterEach(() => {
  setSingleKeys(true);
  closeKeysDialog();
});

test('The help lists its topics, searches in them, and speaks the language of the page', async () => {
  const routed = createRoutedScreen('/help', HelpScreen);
  screen.show(routed.element);
  const topics = page.getByRole('list', { name: words.page.topics });
  await expect.element(topics).toBeVisible();
  expect(topics.getByRole('link').elements()).toHaveLength(Object.keys(words.topics).length);
  expect(await accessibilityFaults(screen.host)).toEqual([]);

  const field = page.getByRole('searchbox', { name: words.page.search });
  await userEvent.fill(field, 'drei lichter');
  const hit = page.getByRole('link', { name: 'Aufnehmen: Die drei Lichter' });
  await expect.element(hit).toHaveAttribute('href', '/help/record#section-2');
  await userEvent.fill(field, 'xyzxyz');
  await expect.element(page.getByRole('heading', { name: words.page.nothing })).toBeVisible();
  await page.getByRole('button', { name: words.page.clear }).last().click();
  await expect.element(topics).toBeVisible();

  await screen.i18n.changeLanguage('en');
  await expect.element(page.getByText(english.page.lead)).toBeVisible();
});

test('“?” opens the overview of all keys, unless single keys are off or somebody writes', async () => {
  screen.show(
    <>
      <KeysHost />
      <input aria-label="Feld" />
    </>,
  );
  const dialog = page.getByRole('dialog', { name: de.transcript.keys.title });
  await userEvent.keyboard('?');
  await expect.element(dialog).toBeVisible();
  const text = dialog.element().textContent;
  for (const place of Object.values(words.keys.places)) expect(text).toContain(place);
  for (const { label } of playerKeys) expect(text).toContain(de.player.keys[label.split('.')[2] as 'toggle']);
  for (const { action } of keyRules) expect(text).toContain(de.transcript.keys.action[action]);
  expect(await accessibilityFaults(dialog.element() as HTMLElement)).toEqual([]);
  await page.getByRole('checkbox', { name: de.transcript.keys.letters }).click({ force: true });
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await userEvent.keyboard('?');
  await expect.element(dialog).not.toBeInTheDocument();

  setSingleKeys(true);
  await page.getByRole('textbox', { name: 'Feld' }).click();
  await userEvent.keyboard('?');
  await expect.element(dialog).not.toBeInTheDocument();
  openKeysDialog();
  await expect.element(dialog).toBeVisible();
});
