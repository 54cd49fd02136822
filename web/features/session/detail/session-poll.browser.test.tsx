import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { page, userEvent } from 'vitest/browser';
import type { SessionDetail } from '#api/contract/session.ts';
import { NotesTab } from '#web/features/notes/notes-tab.tsx';
import { de } from '#web/i18n/de/index.ts';
import { setTimings } from '#web/lib/time.ts';
import { sessionFixture } from '#web/testing/session-fixture.ts';
import { createTestApi } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { SessionFacts } from './session-facts.tsx';
import { SessionTitle } from './session-title.tsx';
import { useSession } from '#web/parts/session/session.state.ts';

const screen = createTestScreen();
const api = createTestApi();

let restore: () => void;
beforeEach(() => {
  restore = setTimings({ sessionPollMs: 40, saveNotesMs: 600_000 });
});
afterEach(() => restore());

function Live() {
  const { data } = useSession('s1');
  if (!data) return null;
  return (
    <>
      <SessionTitle session={data} />
      <SessionFacts session={data} />
      <NotesTab session={data} player={null} />
    </>
  );
}

test('A poll every few seconds changes nothing that somebody is changing, and brings the rest', async () => {
  let server: SessionDetail = sessionFixture({ status: 'completed', notes: { text: 'Kredit', rev: 1 } });
  let asked = 0;
  api.on('GET /api/v1/sessions/s1', () => {
    asked += 1;
    return server;
  });
  screen.show(
    <QueryClientProvider client={new QueryClient()}>
      <Live />
    </QueryClientProvider>,
  );
  await page.getByRole('button', { name: de.session.rename.action }).click();
  const title = page.getByRole('textbox', { name: de.session.rename.label });
  await title.fill('Neuer Na');
  const caseNumber = page.getByRole('textbox', { name: /Fallnummer|Patienten/ });
  await caseNumber.fill('A-17');
  const notes = page.getByRole('textbox', { name: de.notes.label });
  await notes.fill('Kredit, Abst');
  (notes.element() as HTMLTextAreaElement).setSelectionRange(3, 3);

  server = { ...server, title: 'Anderswo umbenannt', participants: 7, notes: { text: 'Von dort', rev: 2 } };
  const before = asked;
  await eventually(() => expect(asked).toBeGreaterThan(before + 2));
  await expect.element(page.getByRole('textbox', { name: /Anzahl|Personen|Teilnehm/ })).toHaveValue('7');
  await expect.element(title).toHaveValue('Neuer Na');
  await expect.element(caseNumber).toHaveValue('A-17');
  await expect.element(notes).toHaveValue('Kredit, Abst');
  expect(document.activeElement).toBe(notes.element());
  expect((notes.element() as HTMLTextAreaElement).selectionStart).toBe(3);
  await expect.element(page.getByText(de.notes.conflict)).toBeVisible();
});

const names = [
  'Audio',
  'Sitzung',
  'Transkript',
  'Notizen',
  'Konsultationsnotiz',
  'Faktenprüfung',
  'Übersetzung',
];

function ManyTabs() {
  const [selected, select] = useState('Übersetzung');
  const tabs = names.map((name) => ({
    key: name,
    label: (
      <>
        {name} <VisuallyHidden>wird erstellt</VisuallyHidden>
      </>
    ),
    panel: <p>{name}</p>,
  }));
  return <Tabs label="Ansichten" tabs={tabs} selected={selected} onSelect={select} />;
}

test('Many tabs on a phone stand in a row that scrolls by itself, the chosen one in sight', async () => {
  await page.viewport(360, 780);
  screen.show(<ManyTabs />);
  const inSight = (name: string) => {
    const { left, right } = page
      .getByRole('tab', { name: new RegExp(name) })
      .element()
      .getBoundingClientRect();
    return left >= -1 && right <= 361;
  };
  await eventually(() => expect(inSight('Übersetzung')).toBe(true));
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  (page.getByRole('tab', { name: /Übersetzung/ }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Home}');
  await eventually(() => expect(inSight('Audio')).toBe(true));
  await expect.element(page.getByText('Audio', { exact: true }).last()).toBeVisible();
});
