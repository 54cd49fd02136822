import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EditOp } from '#api/contract/edits.ts';
import type { Transcript } from '#api/contract/transcript.ts';
import { transcriptFixture } from '#web/testing/session-fixture.ts';
import type { KeptEdits } from './edit-store.ts';
import { createEditServer, createTestTab } from './transcript-editor-fixture.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const original = 'Der Rat bewilligt den Kredit für das Schulhaus.';
const transcript = transcriptFixture(6);
const text = (segment: string, value: string): EditOp => ({ op: 'text', segment, text: value });
const linesOf = ({ segments }: Transcript) => segments.map((each) => `${each.speaker} ${each.text}`);

function start(options: Parameters<typeof createTestTab>[1] = {}, server = createEditServer(transcript)) {
  const tab = createTestTab(server, options);
  const { editor } = tab;
  const textOf = (id: string) => editor.state.transcript.segments.find((each) => each.id === id)?.text;
  const type = async (segment: string, value: string, letterMs = 100) => {
    const from = textOf(segment) ?? '';
    for (let length = 1; length <= value.length; length++) {
      editor.write(segment, `${from} ${value.slice(0, length)}`);
      await vi.advanceTimersByTimeAsync(letterMs);
    }
  };
  const settle = (ms = 30_000) => vi.advanceTimersByTimeAsync(ms);
  return { ...tab, textOf, type, settle };
}

describe('What a person writes', () => {
  it('is shown at the stroke, and only its own segment is a new object', () => {
    const { editor, textOf } = start();
    const before = editor.state.transcript.segments;
    editor.write('s2', 'Der Rat lehnt ab.');
    expect(textOf('s2')).toBe('Der Rat lehnt ab.');
    const { segments } = editor.state.transcript;
    expect(segments.map((each, index) => each === before[index])).toEqual([
      true,
      true,
      false,
      true,
      true,
      true,
    ]);
    expect(editor.state.save).toEqual({ kind: 'saving' });
  });

  it('is on the device within 300 ms while somebody writes on, and with the server 800 ms after the last key, as one edit', async () => {
    const { editor, outbox, server, textOf } = start();
    const behind: number[] = [];
    for (let key = 1; key <= 20; key++) {
      editor.write('s1', 'x'.repeat(key));
      await vi.advanceTimersByTimeAsync(100);
      const kept = outbox.kept?.edits[0]?.op;
      behind.push(key - (kept?.op === 'text' ? kept.text.length : 0));
    }
    expect(Math.max(...behind)).toBeLessThanOrEqual(3);
    expect(server.patches).toEqual([]);
    await vi.advanceTimersByTimeAsync(700);
    expect(server.patches).toHaveLength(1);
    expect(server.ops).toEqual([text('s1', 'x'.repeat(20))]);
    await vi.advanceTimersByTimeAsync(250);
    expect(outbox.kept).toBeNull();
    expect(editor.state.save).toEqual({ kind: 'saved' });
    expect(textOf('s1')).toBe('x'.repeat(20));
  });

  it('goes to the server every few seconds when somebody writes without a pause', async () => {
    const { server, type } = start();
    await type('s1', 'x'.repeat(120));
    expect(server.patches.length).toBeGreaterThanOrEqual(2);
  });

  it('is shown by the server and the page alike, to the words’ times, without anything being fetched', async () => {
    const { editor, server, settle } = start();
    editor.write('s1', 'Der Stadtrat bewilligt den Kredit.');
    editor.merge(['s1', 's2']);
    editor.write('s1', 'Der Stadtrat bewilligt alles.');
    editor.split('s1', 4);
    editor.remove(['s4']);
    await settle();
    editor.write('s0', 'Ein');
    await settle();
    const { segments, speakers } = server.known().transcript;
    expect(editor.state.transcript.segments).toEqual(segments);
    expect(editor.state.transcript.speakers).toEqual(speakers);
  });

  it('that comes back to what it was is not sent at all', async () => {
    const { editor, server, settle } = start();
    editor.write('s1', 'anders');
    editor.write('s1', original);
    await settle();
    expect(server.patches).toEqual([]);
    expect(editor.state.save).toEqual({ kind: 'saved' });
  });

  it('waits where the server is not reached, is told as offline, and goes when the line is back', async () => {
    const { editor, server, window, connection } = start();
    connection.isUp = false;
    editor.write('s1', 'eins');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(editor.state.save).toEqual({ kind: 'offline' });
    await vi.advanceTimersByTimeAsync(9_500);
    // After 1, 3 and 5 s.
    expect(server.missed).toHaveLength(4);
    editor.write('s2', 'zwei');
    connection.isUp = true;
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(100);
    expect(server.ops).toEqual([text('s1', 'eins'), text('s2', 'zwei')]);
    expect(editor.state.save).toEqual({ kind: 'saved' });
  });

  it('is not written twice when an answer is lost', async () => {
    const { editor, server, settle } = start();
    server.losesAnswer = true;
    editor.insert('s2');
    editor.write('s1', 'eins');
    await vi.advanceTimersByTimeAsync(900);
    editor.write('s3', 'drei');
    await settle();
    expect(server.ops.map(({ op }) => op)).toEqual(['insert', 'text', 'text']);
    expect(linesOf(editor.state.transcript)).toEqual(linesOf(server.known().transcript));
  });

  it('is sent when the page goes', async () => {
    const { editor, server, window } = start();
    editor.write('s1', 'eins');
    window.dispatchEvent(new Event('pagehide'));
    await vi.advanceTimersByTimeAsync(0);
    expect(server.patches).toEqual([{ base: 0, version: 1, ops: [text('s1', 'eins')] }]);
  });

  it('what the server refuses for itself is told with its words, and the rest goes on', async () => {
    const { editor, server, settle } = start();
    const { send } = server;
    server.send = async (patch) => {
      const bad = patch.ops.findIndex((op) => op.op === 'text' && op.text === 'schlecht');
      if (bad === -1) return send(patch);
      return send({ ...patch, ops: patch.ops.with(bad, text('nirgends', 'x')) });
    };
    const tab = start({}, server);
    tab.editor.write('s1', 'schlecht');
    tab.editor.write('s2', 'gut');
    await settle();
    expect(server.ops).toEqual([text('s2', 'gut')]);
    expect(tab.editor.state.conflicts).toMatchObject([{ segment: null, mine: 'schlecht' }]);
    expect(editor.state.conflicts).toEqual([]);
  });
});

describe('Undo and redo', () => {
  it('take back what was written without a pause, with the very words of the machine', async () => {
    const { editor, type, textOf } = start();
    const before = editor.state.transcript;
    await type('s1', 'und mehr');
    await vi.advanceTimersByTimeAsync(1_500);
    await type('s1', 'danach');
    expect(editor.state.undoable).toBe('text');
    expect(editor.undo()).toEqual({ kind: 'text', segment: 's1' });
    expect(textOf('s1')).toBe(`${original} und mehr`);
    editor.undo();
    expect(editor.state.transcript).toEqual(before);
    expect(editor.undo()).toBeNull();
    expect(editor.redo()).toEqual({ kind: 'text', segment: 's1' });
    editor.redo();
    expect(textOf('s1')).toBe(`${original} und mehr danach`);
    expect(editor.state.redoable).toBeNull();
  });

  it('go across everything, hundreds of steps and back, exactly', async () => {
    const { editor, server, settle } = start({}, createEditServer(transcriptFixture(40)));
    const states: Transcript[] = [];
    const made: string[] = [];
    for (let step = 0; step < 520; step++) {
      states.push(editor.state.transcript);
      const { segments } = editor.state.transcript;
      const at = (step * 7) % segments.length;
      const [one, two] = [segments[at]!, segments[at + 1]];
      const kind = step % 8;
      if (kind === 0) editor.write(one.id, `Schritt ${step} ${one.text}`);
      if (kind === 1) editor.rename('A', `Name ${step}`);
      if (kind === 2) editor.assign([one.id], one.speaker === 'A' ? 'B' : 'A');
      if (kind === 3 && two) editor.merge([one.id, two.id]);
      if (kind === 4) editor.split(one.id, 4);
      if (kind === 5) editor.insert(one.id);
      if (kind === 6 && segments.length > 10) editor.remove([one.id]);
      if (kind === 7) editor.replaceAll([{ segment: one.id, text: `${one.text} neu` }]);
      editor.endWriting();
      if (editor.state.transcript === states.at(-1)) states.pop();
      else made.push(editor.state.undoable ?? '');
      if (step % 50 === 0) await settle(2_000);
    }
    expect(new Set(made).size).toBe(8);
    const last = editor.state.transcript;
    for (const before of states.toReversed()) {
      editor.undo();
      expect(editor.state.transcript.segments).toEqual(before.segments);
    }
    expect(editor.state.undoable).toBeNull();
    for (const _ of states) editor.redo();
    expect(editor.state.transcript).toEqual(last);
    await settle();
    expect(server.known().transcript.segments).toEqual(last.segments);
  });

  it('of what nobody has sent yet send nothing', async () => {
    const { editor, server, settle } = start();
    editor.merge(['s1', 's2']);
    editor.undo();
    await settle();
    expect(server.patches).toEqual([]);
  });

  it('leave what another tab has written there since', async () => {
    const { editor, server, settle, poll, textOf } = start();
    editor.write('s1', 'meins');
    editor.merge(['s3', 's4']);
    await settle();
    server.othersDid(text('s1', 'ihres'), text('s3', 'auch ihres'));
    poll();
    expect(editor.undo()).toEqual({ kind: 'merge', segment: 's3' });
    expect(editor.undo()).toEqual({ kind: 'text', segment: 's1' });
    await settle();
    expect([textOf('s1'), textOf('s3')]).toEqual(['ihres', 'auch ihres']);
    expect(editor.state.redoable).toBeNull();
  });

  it('bring a turn that was taken away back to its place', async () => {
    const { editor, settle, server } = start();
    editor.remove(['s0', 's1', 's4']);
    expect(editor.state.transcript.segments.map(({ id }) => id)).toEqual(['s2', 's3', 's5']);
    await settle();
    editor.undo();
    await settle();
    expect(editor.state.transcript.segments).toEqual(transcript.segments);
    expect(server.known().transcript).toEqual(transcript);
  });
});

describe('Turns', () => {
  it('are cut before the word that the caret is in or before, and not where there is none', () => {
    const { editor } = start();
    const words = (offset: number) => {
      const id = editor.split('s1', offset);
      const found = editor.state.transcript.segments.find((each) => each.id === id)?.text;
      if (id) editor.undo();
      return found;
    };
    expect(words(4)).toBe('Rat bewilligt den Kredit für das Schulhaus.');
    expect(words(3)).toBe('Rat bewilligt den Kredit für das Schulhaus.');
    expect(words(10)).toBe('bewilligt den Kredit für das Schulhaus.');
    expect([words(0), words(2), words(original.length)]).toEqual([undefined, undefined, undefined]);
  });

  it('are cut also where their words have no time of their own', async () => {
    const { editor, settle, server } = start();
    const id = editor.insert('s2')!;
    editor.write(id, 'eins zwei drei');
    const second = editor.split(id, 5)!;
    expect(editor.split(second, 5)).not.toBeNull();
    await settle();
    expect(linesOf(server.known().transcript).slice(3, 6)).toEqual(['A eins', 'A zwei', 'A drei']);
  });

  it('of somebody who was not there before get a key that is free', async () => {
    const { editor, settle, server } = start();
    editor.assign(['s1', 's2'], null);
    editor.assign(['s3'], 'nobody');
    await settle();
    expect(
      server
        .known()
        .transcript.segments.map(({ speaker }) => speaker)
        .join(''),
    ).toBe('ACCBAB');
  });

  it('that are no neighbours are not merged, and ids that are not there are ignored', () => {
    const { editor } = start();
    const before = editor.state.transcript;
    editor.merge(['s1', 's3']);
    editor.merge(['s1']);
    editor.write('nirgends', 'x');
    editor.remove(['nirgends']);
    editor.rename('Z', 'x');
    editor.replaceAll([{ segment: 'nirgends', text: 'x' }]);
    expect([editor.insert('nirgends'), editor.split('nirgends', 3)]).toEqual([null, null]);
    expect(editor.state.transcript).toBe(before);
  });

  it('of more than a hundred segments are merged and parted again', async () => {
    const { editor, server, settle } = start({}, createEditServer(transcriptFixture(250)));
    editor.merge(editor.state.transcript.segments.map(({ id }) => id));
    expect(editor.state.transcript.segments).toHaveLength(1);
    await settle();
    editor.undo();
    await settle();
    expect(server.known().transcript.segments).toEqual(transcriptFixture(250).segments);
  });
});

describe('A text that is still being written by the engine', () => {
  const partial = transcriptFixture(3, { partial: true });

  it('can be changed where it is, and what was changed stays when more comes', async () => {
    const server = createEditServer(partial);
    const { editor, settle } = start({}, server);
    editor.write('s1', 'meins');
    editor.merge(['s1', 's2']);
    await settle();
    expect(server.ops.map(({ op }) => op)).toEqual(['text', 'merge']);
  });

  it('of a dictation that follows it is only read', () => {
    const draft = { ...partial.segments[2]!, id: 'd7', start: 20, end: 22 };
    const mixed = { ...partial, segments: [...partial.segments, draft] };
    const { editor } = start({}, createEditServer(mixed));
    editor.write('d7', 'meins');
    expect(editor.state.transcript.segments.at(-1)?.text).toBe(original);
  });
});

describe('A change that found no place', () => {
  const unapplied = [{ id: 'u1', kind: 'text' as const, start: 1, end: 2, text: 'neu', was: 'alt' }];

  it('goes from the list at once, stays away when others change something, and goes on the server in time', async () => {
    const { editor, server, poll, settle } = start({}, createEditServer(transcriptFixture(2, { unapplied })));
    editor.dismiss('u1');
    expect(editor.state.transcript.unapplied).toEqual([]);
    server.othersDid(text('s0', 'anders'));
    poll();
    await settle(4_000);
    expect(editor.state.transcript.unapplied).toEqual([]);
    expect(server.ops).toHaveLength(1);
    await settle(2_000);
    expect(server.ops[1]).toEqual({ op: 'dismiss', unapplied: 'u1' });
  });

  it('comes back by undo, and is never sent then', async () => {
    const { editor, server, settle } = start({}, createEditServer(transcriptFixture(2, { unapplied })));
    editor.dismiss('u1').undo();
    expect(editor.state.transcript.unapplied).toEqual(unapplied);
    await settle();
    expect(server.patches).toEqual([]);
    editor.dismiss('u1');
    await settle();
    expect(server.ops).toEqual([{ op: 'dismiss', unapplied: 'u1' }]);
  });
});

describe('While a request has no answer', () => {
  const unapplied = [{ id: 'u1', kind: 'text' as const, start: 1, end: 2, text: 'neu', was: 'alt' }];
  const left = (segment: string, value: string): KeptEdits => ({
    version: 1,
    edits: [{ op: text(segment, value), was: [original], place: { startS: 0, endS: 1 } }],
    conflicts: [],
  });

  function startUnanswered(entries: KeptEdits[] = []) {
    const server = createEditServer(transcriptFixture(6, { unapplied }));
    const tab = start({ left: entries }, server);
    const { promise, resolve } = Promise.withResolvers<void>();
    return {
      ...tab,
      onServer: (id: string) => server.known().transcript.segments.find((each) => each.id === id)?.text,
      /** Delays answers until `answer` is called. */
      delay: () => void (server.answering = promise),
      answer: () => {
        server.answering = null;
        resolve();
      },
      /** Lets all requests be answered, and fetches the transcript. */
      async end() {
        await tab.settle();
        tab.poll();
        await tab.settle();
        expect(tab.editor.state.save).toEqual({ kind: 'saved' });
        expect(linesOf(tab.editor.state.transcript)).toEqual(linesOf(server.known().transcript));
      },
    };
  }

  it('what is written on is sent, also if a dismissal is undone', async () => {
    const { editor, server, delay, answer, settle, end, onServer } = startUnanswered();
    delay();
    const dismissal = editor.dismiss('u1');
    editor.write('s1', 'Der Rat lehnt ab');
    await settle(1_000);
    editor.write('s1', 'Der Rat lehnt ab und vertagt.');
    dismissal.undo();
    expect(editor.state.transcript.unapplied).toEqual(unapplied);
    answer();
    await end();
    expect(onServer('s1')).toBe('Der Rat lehnt ab und vertagt.');
    expect(server.ops).toEqual([text('s1', 'Der Rat lehnt ab'), text('s1', 'Der Rat lehnt ab und vertagt.')]);
  });

  it('what is written back stays so, also if a dismissal is undone', async () => {
    const { editor, delay, answer, settle, end, onServer } = startUnanswered();
    delay();
    const dismissal = editor.dismiss('u1');
    editor.write('s1', 'Der Rat lehnt ab');
    await settle(1_000);
    dismissal.undo();
    editor.write('s1', original);
    answer();
    await end();
    expect(onServer('s1')).toBe(original);
  });

  it('a merge is undone on the server, also if a dismissal is undone before and the answer is lost', async () => {
    const { editor, server, settle, end, onServer } = startUnanswered();
    const dismissal = editor.dismiss('u1');
    server.losesAnswer = true;
    editor.merge(['s1', 's2']);
    await settle(810);
    dismissal.undo();
    expect(editor.undo()).toEqual({ kind: 'merge', segment: 's1' });
    await end();
    expect([onServer('s1'), onServer('s2')]).toEqual([original, original]);
  });

  it('a poll is not applied, also if a dismissal is undone', async () => {
    const { editor, server, poll, settle, end, textOf } = startUnanswered();
    const dismissal = editor.dismiss('u1');
    server.losesAnswer = true;
    editor.write('s1', 'Der Rat lehnt ab');
    await settle(810);
    dismissal.undo();
    poll();
    editor.write('s1', original);
    expect(editor.state.save.kind).not.toBe('saved');
    await end();
    expect(textOf('s1')).toBe(original);
  });

  it('what is written back after a lost answer stays so, also if edits of a closed tab come', async () => {
    const entries: KeptEdits[] = [];
    const { editor, server, window, connection, settle, end, onServer } = startUnanswered(entries);
    server.losesAnswer = true;
    editor.write('s1', 'Der Rat lehnt ab');
    await settle(810);
    connection.isUp = false;
    entries.push(left('s3', 'Links'));
    await settle(10_000);
    editor.write('s1', original);
    connection.isUp = true;
    window.dispatchEvent(new Event('online'));
    await end();
    expect([onServer('s1'), onServer('s3')]).toEqual([original, 'Links']);
    expect(server.ops).toHaveLength(3);
  });

  it('edits of a closed tab come between it and what was written since', async () => {
    const entries: KeptEdits[] = [];
    const { editor, server, connection, settle, end, onServer } = startUnanswered(entries);
    server.losesAnswer = true;
    editor.write('s1', 'Der Rat lehnt ab');
    await settle(810);
    connection.isUp = false;
    editor.write('s1', 'Der Rat lehnt ab und vertagt.');
    editor.write('s3', 'von hier');
    entries.push(left('s1', 'von dort'), left('s3', 'auch von dort'));
    await settle(10_000);
    connection.isUp = true;
    await end();
    expect([onServer('s1'), onServer('s3')]).toEqual(['Der Rat lehnt ab und vertagt.', 'auch von dort']);
    expect(editor.state.conflicts).toMatchObject([
      { segment: 's1', mine: 'von dort' },
      { segment: 's3', mine: 'von hier', theirs: 'auch von dort' },
    ]);
    expect(server.ops[0]).toEqual(text('s1', 'Der Rat lehnt ab'));
  });

  it('a turn that was brought back and merged does not appear twice, also if edits of a closed tab come', async () => {
    const entries: KeptEdits[] = [];
    const { editor, server, connection, settle, end } = startUnanswered(entries);
    editor.remove(['s2']);
    await settle();
    editor.undo();
    editor.merge(['s1', 's2']);
    const shown = linesOf(editor.state.transcript);
    server.losesAnswer = true;
    await settle(810);
    connection.isUp = false;
    entries.push(left('s4', 'Links'));
    await settle(10_000);
    connection.isUp = true;
    await end();
    expect(linesOf(server.known().transcript)).toEqual(shown.with(3, 'A Links'));
  });

  it('what is written back while a new version is fetched is not lost', async () => {
    const { editor, server, delay, answer, settle, end } = startUnanswered();
    server.losesAnswer = true;
    editor.write('s1', 'Der Rat lehnt ab');
    await settle(810);
    const { segments } = server.known().transcript;
    server.writeAnew(transcriptFixture(6, { version: 2, segments }));
    delay();
    await settle(2_000);
    expect(server.patches).toHaveLength(2);
    editor.write('s1', original);
    answer();
    await end();
    expect(editor.state.conflicts).toMatchObject([{ mine: original, theirs: 'Der Rat lehnt ab' }]);
  });
});

describe('What somebody confirms', () => {
  const heard = transcriptFixture(3);
  const doubted = {
    ...heard,
    segments: heard.segments.map((one, index) => ({
      ...one,
      doubt: index === 1 ? ('repetition' as const) : null,
      words: one.words.map((word, at) => ({ ...word, confidence: index === 1 && at === 2 ? 0.2 : 0.9 })),
    })),
  };
  const sure = (editor: ReturnType<typeof start>['editor'], index = 1) => {
    const segment = editor.state.transcript.segments[index];
    return {
      doubt: segment?.doubt,
      least: Math.min(...(segment?.words ?? []).map((word) => word.confidence)),
    };
  };

  it('is doubted no more, says the same, goes to the server, and is doubted again when it is undone', async () => {
    const { editor, server, textOf, settle } = start({}, createEditServer(doubted));
    const was = textOf('s1');
    editor.confirm('s1');
    expect(sure(editor)).toEqual({ doubt: null, least: 1 });
    expect(textOf('s1')).toBe(was);
    expect(editor.state.undoable).toBe('confirm');
    await settle();
    expect(server.known().transcript.segments[1]?.doubt).toBeNull();
    expect(editor.undo()).toEqual({ kind: 'confirm', segment: 's1' });
    expect(sure(editor)).toEqual({ doubt: 'repetition', least: 0.2 });
    await settle();
    expect(server.known().transcript.segments[1]).toEqual(doubted.segments[1]);
    editor.redo();
    expect(sure(editor)).toEqual({ doubt: null, least: 1 });
  });

  it('stays confirmed where somebody else has changed another section meanwhile', async () => {
    const { editor, server, connection, settle } = start({}, createEditServer(doubted));
    connection.isUp = false;
    editor.confirm('s1');
    server.othersDid(text('s2', 'Anders.'));
    connection.isUp = true;
    await settle();
    expect(sure(editor)).toEqual({ doubt: null, least: 1 });
    expect(server.known().transcript.segments[1]?.doubt).toBeNull();
  });

  it('is no step of undo where nothing was doubted', () => {
    const { editor } = start();
    const before = editor.state.transcript;
    editor.confirm('s1');
    editor.confirm('s1');
    editor.confirm('gone');
    editor.undo();
    expect(editor.state.transcript.segments).toEqual(before.segments);
    expect(editor.state.undoable).toBeNull();
  });
});
