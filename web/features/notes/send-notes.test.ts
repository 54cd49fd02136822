import { expect, test } from 'vitest';
import { sendNotes } from './send-notes.ts';
import type { KeptNotes } from './notes-store.ts';
import { createNotesDesk } from './notes-fixture.ts';

const kept: KeptNotes = { text: 'Von hier', base: { text: 'Kredit', rev: 1 } };

function createDelivery(desk: ReturnType<typeof createNotesDesk>) {
  const written: KeptNotes[] = [];
  return {
    written,
    deliver: (notes: KeptNotes) =>
      sendNotes(notes, { send: desk.send, keep: async (one) => void written.push(one) }),
  };
}

test('Left notes are sent as they are if nobody else has changed the notes', async () => {
  const desk = createNotesDesk();
  expect(await createDelivery(desk).deliver(kept)).toBeNull();
  expect(desk.server).toEqual({ text: 'Von hier', rev: 2 });
});

test('If somebody else has changed the notes, left ones stay and wait for a choice', async () => {
  const desk = createNotesDesk({ notes: { text: 'Von dort', rev: 2 } });
  expect(await createDelivery(desk).deliver(kept)).toMatchObject({ ...kept, asks: true });
  expect(desk.server).toEqual({ text: 'Von dort', rev: 2 });
});

test('What was undone here gives way to what somebody else has written', async () => {
  const desk = createNotesDesk({ notes: { text: 'Von dort', rev: 2 } });
  const undone = { ...kept, text: 'Kredit', sent: ['Von hier'] };
  expect(await createDelivery(desk).deliver(undone)).toBeNull();
  expect(desk.server).toEqual({ text: 'Von dort', rev: 2 });
});

test('A lost answer makes no conflict with the same notes, also after they were changed', async () => {
  const desk = createNotesDesk();
  const { deliver, written } = createDelivery(desk);
  desk.link.losesAnswers = true;
  await expect(deliver(kept)).rejects.toMatchObject({ status: 0 });
  desk.link.losesAnswers = false;
  expect(await deliver(written.at(-1)!)).toBeNull();
  expect(await deliver({ ...written.at(-1)!, text: 'Von hier, mehr' })).toBeNull();
  expect(desk.server).toEqual({ text: 'Von hier, mehr', rev: 3 });
});
