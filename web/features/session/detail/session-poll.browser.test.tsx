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

/** Shows a session whose first change reaches the server at once, but whose answer waits for `answer`. */
async function showWithSlowAnswer() {
  let server: SessionDetail = sessionFixture({ title: 'Alt', status: 'completed', language: 'de' });
  const first = Promise.withResolvers<unknown>();
  const sent: unknown[] = [];
  // The page does not poll within the test. So it learns the server’s state from answers to changes only.
  restore();
  restore = setTimings({ sessionPollMs: 600_000, saveNotesMs: 600_000 });
  api.on('GET /api/v1/sessions/s1', () => server);
  api.on('PATCH /api/v1/sessions/s1', async (body) => {
    sent.push(body);
    server = { ...server, ...(body as Partial<SessionDetail>) };
    const answer = server;
    if (sent.length === 1) return (await first.promise) ?? answer;
    return answer;
  });
  screen.show(
    <QueryClientProvider client={new QueryClient()}>
      <Live />
    </QueryClientProvider>,
  );
  await expect.element(page.getByRole('heading', { name: 'Alt' })).toBeVisible();
  return { sent, answer: first.resolve, title: () => server.title };
}
const rename = () => page.getByRole('button', { name: de.session.rename.action });
const titleField = () => page.getByRole('textbox', { name: de.session.rename.label });
const renameTo = async (name: string) => {
  await rename().click();
  await titleField().fill(name);
  await userEvent.keyboard('{Enter}');
};
const heading = (name: string) => page.getByRole('heading', { name });
const soon = () => new Promise((resolve) => setTimeout(resolve, 50));

test('The former name, entered while a new one is being saved, is saved after it', async () => {
  const { sent, answer, title } = await showWithSlowAnswer();
  await renameTo('Neu');
  await eventually(() => expect(sent).toEqual([{ title: 'Neu' }]));
  await titleField().fill('Alt');
  await userEvent.keyboard('{Enter}');
  await soon();
  expect(sent).toHaveLength(1);
  answer(undefined);
  await expect.element(heading('Alt')).toBeVisible();
  expect(sent).toEqual([{ title: 'Neu' }, { title: 'Alt' }]);
  expect(title()).toBe('Alt');
});

test('The former name, entered after the answer to a new one was lost, is saved', async () => {
  const { sent, answer, title } = await showWithSlowAnswer();
  await renameTo('Neu');
  answer(Response.error());
  await expect.element(page.getByText(/Der Name konnte nicht gespeichert werden/)).toBeVisible();
  await titleField().fill('Alt');
  await userEvent.keyboard('{Enter}');
  await expect.element(heading('Alt')).toBeVisible();
  expect(sent).toHaveLength(2);
  expect(title()).toBe('Alt');
});

test('A field for the name that was opened again stays open when the answer to the former name comes', async () => {
  const { sent, answer, title } = await showWithSlowAnswer();
  await renameTo('Neu');
  await eventually(() => expect(sent).toHaveLength(1));
  await userEvent.keyboard('{Escape}');
  await rename().click();
  answer(undefined);
  await soon();
  await expect.element(titleField()).toHaveValue('Alt');
  await userEvent.keyboard('{Enter}');
  await expect.element(heading('Alt')).toBeVisible();
  expect(title()).toBe('Alt');
});

test('What is changed or set back while the facts are being saved stays in the form', async () => {
  const { sent, answer } = await showWithSlowAnswer();
  const caseNumber = page.getByRole('textbox', { name: /Fallnummer/ });
  const participants = page.getByRole('textbox', { name: /Anzahl|Personen|Teilnehm/ });
  const saveFacts = page.getByRole('button', { name: de.session.facts.save });
  await caseNumber.fill('A-17');
  await saveFacts.click();
  await eventually(() => expect(sent).toEqual([{ fhir_patient_id: 'A-17' }]));
  await caseNumber.fill('');
  await participants.fill('5');
  await userEvent.tab();
  answer(undefined);
  await soon();
  await expect.element(caseNumber).toHaveValue('');
  await expect.element(participants).toHaveValue('5');
  await saveFacts.click();
  await eventually(() => expect(sent.at(-1)).toEqual({ fhir_patient_id: null, participants: 5 }));
  await eventually(() => expect(saveFacts.query()).toBeNull());
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
