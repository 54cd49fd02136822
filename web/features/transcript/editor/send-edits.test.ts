import { expect, it } from 'vitest';
import type { EditOp } from '#api/contract/edits.ts';
import { createOverlay } from '#api/shared/transcript-edit/overlay.ts';
import type { Transcript } from '#api/contract/transcript.ts';
import { transcriptFixture } from '#web/testing/session-fixture.ts';
import { sendEdits } from './send-edits.ts';
import type { KeptEdits } from './edit-store.ts';
import { toPending } from './edit.rules.ts';
import { createEditServer, type EditServer } from './transcript-editor-fixture.ts';

const text = (segment: string, text: string): EditOp => ({ op: 'text', segment, text });

function leftOf(transcript: Transcript, ...ops: EditOp[]): KeptEdits {
  const overlay = createOverlay(transcript);
  const edits = ops.map((op) => {
    const pending = toPending(overlay, op);
    overlay.apply(op);
    return pending;
  });
  return { version: transcript.version, edits, conflicts: [] };
}

function deliver(server: EditServer, kept: KeptEdits) {
  let ids = 0;
  return sendEdits(kept, {
    read: () => Promise.resolve(server.known()),
    send: (patch) => server.send(patch),
    newId: () => `n${++ids}`,
  });
}
const textsOf = (server: EditServer) => server.known().transcript.segments.map(({ text }) => text);

it('Left edits are sent, and changes of others at other places stay', async () => {
  const transcript = transcriptFixture(3);
  const server = createEditServer(transcript);
  const kept = leftOf(transcript, text('s0', 'Neu.'), { op: 'speaker', key: 'A', name: 'Frau Roth' });
  server.othersDid(text('s2', 'Anderswo.'));
  expect(await deliver(server, kept)).toBeNull();
  expect(textsOf(server)).toMatchObject({ 0: 'Neu.', 2: 'Anderswo.' });
  expect(server.ops).toHaveLength(3);
});

it('Edits whose answer was lost are not applied twice', async () => {
  const transcript = transcriptFixture(3);
  const server = createEditServer(transcript);
  const at = transcript.segments[0]!.words[2]!.start;
  const kept = leftOf(transcript, { op: 'split', segment: 's0', at }, text('s1', 'Neu.'));
  server.losesAnswer = true;
  await expect(deliver(server, kept)).rejects.toMatchObject({ status: 0 });
  expect(await deliver(server, kept)).toBeNull();
  expect(server.ops).toHaveLength(2);
});

it('If others changed the same place, both texts stay for a choice, and the other edits are sent', async () => {
  const transcript = transcriptFixture(3);
  const server = createEditServer(transcript);
  const kept = leftOf(transcript, text('s0', 'Meins.'), text('s1', 'Ungestört.'));
  server.othersDid(text('s0', 'Ihres.'));
  const left = await deliver(server, kept);
  expect(left).toMatchObject({
    edits: [],
    conflicts: [{ of: 's0', mine: 'Meins.', theirs: 'Ihres.' }],
    asks: true,
  });
  expect(textsOf(server)).toMatchObject({ 0: 'Ihres.', 1: 'Ungestört.' });
  // A second delivery, as after the next start, sends nothing again; the conflict stays.
  expect(await deliver(server, left!)).toMatchObject({ conflicts: [{ mine: 'Meins.' }], asks: true });
  expect(server.ops).toHaveLength(2);
});

it('If one edit no longer applies, all edits stay as they were left', async () => {
  const transcript = transcriptFixture(3);
  const server = createEditServer(transcript);
  const kept = leftOf(transcript, { op: 'assign', segment: 's0', speaker: 'B' }, text('s2', 'Neu.'));
  server.othersDid({ op: 'replace', segments: ['s0'], by: [] });
  expect(await deliver(server, kept)).toEqual({ ...kept, asks: true });
  expect(server.ops).toHaveLength(1);
});

it('Edits wait while the transcript is still being made', async () => {
  const transcript = transcriptFixture(3);
  const kept = leftOf(transcript, text('s0', 'Neu.'));
  const server = createEditServer({ ...transcript, partial: true });
  expect(await deliver(server, kept)).toBeUndefined();
  expect(server.ops).toEqual([]);
});
