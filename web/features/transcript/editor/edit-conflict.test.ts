import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EditOp } from '#api/contract/edits.ts';
import { segmentFixture, transcriptFixture } from '#web/testing/session-fixture.ts';
import { createEditServer, createTestTab, type EditServer } from './transcript-editor-fixture.ts';
import type { KeptEdits } from './edit-store.ts';
import { joinTexts } from './edit.rules.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const text = (segment: string, value: string): EditOp => ({ op: 'text', segment, text: value });
const original = 'Der Rat bewilligt den Kredit für das Schulhaus.';
const settle = (ms = 30_000) => vi.advanceTimersByTimeAsync(ms);

function open(server: EditServer = createEditServer(transcriptFixture(6)), left: KeptEdits[] = []) {
  const tab = createTestTab(server, { left });
  return {
    ...tab,
    textOf: (id: string) => tab.editor.state.transcript.segments.find((each) => each.id === id)?.text,
  };
}
const serverText = (server: EditServer, id: string) =>
  server.known().transcript.segments.find((each) => each.id === id)?.text;

/** Two tabs of one server; the first is offline while both write. */
async function disagree() {
  const one = open();
  one.connection.isUp = false;
  one.editor.write('s1', 'meins');
  one.editor.endWriting();
  one.editor.write('s3', 'woanders');
  await settle(1_000);
  const two = open(one.server);
  two.editor.write('s1', 'ihres');
  await settle(2_000);
  one.connection.isUp = true;
  one.window.dispatchEvent(new Event('online'));
  await settle();
  return { one, two, server: one.server };
}

describe('Two tabs that write in the same turn, one without a line', () => {
  it('have both texts to choose from, theirs in its place, and what was written elsewhere is there', async () => {
    const { one, server } = await disagree();
    expect(one.editor.state.conflicts).toMatchObject([
      { segment: 's1', startS: 4, mine: 'meins', theirs: 'ihres' },
    ]);
    expect([one.textOf('s1'), one.textOf('s3')]).toEqual(['ihres', 'woanders']);
    expect(server.ops).toEqual([text('s1', 'ihres'), text('s3', 'woanders')]);
    expect(one.outbox.kept?.conflicts).toMatchObject([{ mine: 'meins', theirs: 'ihres' }]);
    expect(one.editor.state.save).toEqual({ kind: 'saved' });
  });

  it.each([
    ['mine', 'meins'],
    ['theirs', 'ihres'],
    ['both', 'ihres meins'],
  ] as const)('settle it: %s', async (choice, result) => {
    const { one, server } = await disagree();
    one.editor.resolve(one.editor.state.conflicts[0]!.id, choice);
    await settle();
    expect(serverText(server, 's1')).toBe(result);
    expect(one.editor.state.conflicts).toEqual([]);
    expect(one.outbox.kept).toBeNull();
  });

  it('can take a choice back', async () => {
    const { one, server } = await disagree();
    one.editor.resolve(one.editor.state.conflicts[0]!.id, 'mine');
    one.editor.undo();
    await settle();
    expect(serverText(server, 's1')).toBe('ihres');
  });

  it('find both again after a reload', async () => {
    const { one, server } = await disagree();
    const again = open(server, [structuredClone(one.outbox.kept!)]);
    await settle(300);
    expect(again.editor.state.conflicts).toMatchObject([{ segment: 's1', mine: 'meins', theirs: 'ihres' }]);
    expect(again.outbox.kept?.conflicts).toHaveLength(1);
  });
});

describe('What others change meanwhile', () => {
  it('and comes with a poll while somebody writes, leaves theirs in place: what is written on is mine', async () => {
    const { editor, server, poll, textOf } = open();
    editor.write('s1', 'mein');
    server.othersDid(text('s1', 'ihr Satz'));
    poll();
    editor.write('s1', 'mein Satz');
    expect(textOf('s1')).toBe('ihr Satz');
    expect(editor.state.conflicts).toMatchObject([{ mine: 'mein Satz', theirs: 'ihr Satz' }]);
    editor.endWriting();
    editor.write('s1', 'ihr guter Satz');
    await settle();
    expect(serverText(server, 's1')).toBe('ihr guter Satz');
    expect(editor.state.conflicts).toHaveLength(1);
  });

  it('once more after we disagreed, is what stands beside mine, until both are the same', async () => {
    const { one, two, server } = await disagree();
    two.poll();
    two.editor.write('s1', 'ihres, besser');
    await settle();
    one.poll();
    expect(one.editor.state.conflicts).toMatchObject([{ mine: 'meins', theirs: 'ihres, besser' }]);
    two.editor.write('s1', 'meins');
    await settle();
    one.poll();
    expect(one.editor.state.conflicts).toEqual([]);
    expect(serverText(server, 's1')).toBe('meins');
  });

  it('in the same way needs neither sending nor choosing', async () => {
    const { editor, server } = open();
    editor.write('s1', 'gleich');
    editor.rename('A', 'Frau Rey');
    server.othersDid(text('s1', 'gleich'), { op: 'speaker', key: 'A', name: 'Frau Rey' });
    await settle();
    expect(server.ops).toHaveLength(2);
    expect(editor.state.conflicts).toEqual([]);
  });

  it.each<[string, EditOp, string | null, string]>([
    ['merged with the one before', { op: 'merge', segments: ['s0', 's1'] }, null, ''],
    ['merged with the one behind', { op: 'merge', segments: ['s1', 's2'] }, 's1', `${original} ${original}`],
    ['taken away', { op: 'replace', segments: ['s1'], by: [] }, null, ''],
  ])('so that the turn is %s, keeps what I wrote there to choose', async (_, op, segment, theirs) => {
    const { editor, server } = open();
    editor.write('s1', 'meins');
    server.othersDid(op);
    await settle();
    expect(editor.state.conflicts).toMatchObject([{ segment, mine: 'meins', theirs }]);
    editor.resolve(editor.state.conflicts[0]!.id, 'mine');
    await settle();
    expect(server.known().transcript.segments.map((each) => each.text)).toContain('meins');
  });

  it('takes no turn away in which they wrote, and tells so', async () => {
    const { editor, server, lost } = open();
    editor.remove(['s1']);
    server.othersDid(text('s1', 'ihres'));
    await settle();
    expect(serverText(server, 's1')).toBe('ihres');
    expect(lost).toEqual([1]);
  });

  it('beside a turn that I inserted, does not lose it', async () => {
    const { editor, server } = open();
    const id = editor.insert('s2')!;
    editor.write(id, 'überhört');
    server.othersDid({ op: 'merge', segments: ['s1', 's2'] });
    await settle();
    expect(server.known().transcript.segments.map((each) => each.text)[2]).toBe('überhört');
  });

  it('to the name of the same person has both names to choose from', async () => {
    const { editor, server } = open();
    editor.rename('A', 'Frau Rey');
    server.othersDid({ op: 'speaker', key: 'A', name: 'Frau Koch' });
    await settle();
    expect(editor.state.transcript.speakers['A']).toEqual({ name: 'Frau Koch' });
    const [conflict] = editor.state.conflicts;
    expect(conflict).toMatchObject({ mine: 'Frau Rey', theirs: 'Frau Koch' });
    editor.resolve(conflict!.id, 'mine');
    await settle();
    expect(server.known().transcript.speakers['A']).toEqual({ name: 'Frau Rey' });
  });

  it('with somebody new whom they met as well are two people', async () => {
    const { editor, server } = open();
    editor.assign(['s1'], null);
    editor.rename('C', 'Mein Gast');
    server.othersDid(
      { op: 'speaker', key: 'C', name: 'Ihr Gast' },
      { op: 'assign', segment: 's3', speaker: 'C' },
    );
    await settle();
    const { segments, speakers } = server.known().transcript;
    expect(segments.map(({ speaker }) => speaker).join('')).toBe('ADACAB');
    expect([speakers['C'], speakers['D']]).toEqual([{ name: 'Ihr Gast' }, { name: 'Mein Gast' }]);
  });
});

describe('What a tab has left that is gone', () => {
  const left = async (make: (tab: ReturnType<typeof open>) => void) => {
    const tab = open();
    tab.connection.isUp = false;
    make(tab);
    await settle(1_000);
    return {
      server: tab.server,
      kept: structuredClone(tab.outbox.kept!),
      before: tab.editor.state.transcript,
    };
  };

  it('is shown at once when the session is opened again, and sent', async () => {
    const { server, kept, before } = await left(({ editor }) => {
      editor.write('s1', 'eins');
      editor.merge(['s2', 's3']);
      editor.rename('A', 'Frau Rey');
      const id = editor.insert('s4')!;
      editor.write(id, 'überhört');
    });
    const { editor, outbox } = open(server, [kept]);
    await settle(0);
    expect(editor.state.transcript).toEqual(before);
    await settle();
    expect(server.known().transcript.segments).toEqual(before.segments);
    expect(outbox.kept).toBeNull();
  });

  it('does nothing twice where the server had it already', async () => {
    const { server, kept } = await left(({ editor }) => {
      editor.write('s1', 'eins');
      editor.merge(['s2', 's3']);
      editor.split('s4', 4);
      editor.remove(['s5']);
      editor.insert('s1');
    });
    server.othersDid(...kept.edits.map(({ op }) => op));
    const { editor, lost } = open(server, [kept]);
    await settle();
    expect(server.ops).toHaveLength(kept.edits.length);
    expect([editor.state.conflicts, lost]).toEqual([[], []]);
  });

  it('about a version that was written anew is looked for by its time, with both texts to choose from', async () => {
    const { server, kept } = await left(({ editor }) => {
      editor.write('s1', 'Der Stadtrat.');
      editor.write('s5', 'Am Ende.');
      editor.rename('A', 'Frau Rey');
      editor.merge(['s2', 's3']);
    });
    const anew = transcriptFixture(0, {
      version: 2,
      speakers: { X: { name: 'Präsidentin' }, Y: { name: '' } },
      segments: [0, 1, 2].map((index) =>
        segmentFixture(index, { id: `n${index}`, speaker: 'X', text: `neu ${index}` }),
      ),
    });
    server.writeAnew(anew);
    const { editor, lost } = open(server, [kept]);
    await settle();
    expect(editor.state.conflicts).toMatchObject([
      { segment: 'n1', mine: 'Der Stadtrat.', theirs: 'neu 1' },
      { segment: null, mine: 'Am Ende.', theirs: '' },
    ]);
    expect(server.known().transcript.speakers['X']).toEqual({ name: 'Frau Rey' });
    expect(lost).toEqual([1]);
    for (const { id } of editor.state.conflicts) editor.resolve(id, 'mine');
    await settle();
    expect(server.known().transcript.segments.map((each) => each.text)).toEqual([
      'neu 0',
      'Der Stadtrat.',
      'neu 2',
      'Am Ende.',
    ]);
  });

  it('cannot be undone into a version that was written anew', async () => {
    const { editor, server, poll } = open();
    editor.write('s1', 'eins');
    await settle();
    server.writeAnew({ ...transcriptFixture(3), version: 2 });
    poll();
    expect([editor.state.undoable, editor.undo()]).toEqual([null, null]);
  });
});

describe('Both texts in one', () => {
  it('are the one that holds the other, else theirs and mine', () => {
    expect(joinTexts('eins zwei', 'zwei')).toBe('eins zwei');
    expect(joinTexts('zwei', 'eins zwei')).toBe('eins zwei');
    expect(joinTexts('eins', 'zwei')).toBe('eins zwei');
  });
});
