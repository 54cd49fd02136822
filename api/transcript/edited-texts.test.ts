import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { EditOp } from '#api/contract/edits.ts';
import { applyEdits } from '#api/shared/transcript-edit/overlay.ts';
import { buildDialogue } from '#api/testing/build-transcript.ts';
import { newId } from '#api/lib/id.ts';
import { editedTexts } from './edited-texts.ts';

const machine = buildDialogue(['A: Guten Tag.', 'A: Wir fangen an.']);
/** Enough edits that the work takes several steps. */
const ops: EditOp[] = Array.from({ length: 400 }, (_, index) => ({
  op: 'text',
  segment: 's1',
  text: `${'wort anders '.repeat(1_000)}${index}`,
}));
const newPlace = () => ({ sessionId: newId(), version: 1, createdAt: 1, edits: 400 });

describe('an edited text', () => {
  it('is made once for all who ask at the same time', async () => {
    const place = newPlace();
    let reads = 0;
    const read = async () => {
      reads++;
      return { machine, ops: ops.slice(0, 3) };
    };
    await editedTexts.make(place, read);
    const text = editedTexts.find(place);
    expect(text).toEqual(applyEdits(machine, ops.slice(0, 3)));
    expect(reads).toBe(1);
    const other = newPlace();
    const making = editedTexts.make(other, read);
    await turn();
    await Promise.all([making, ...Array.from({ length: 9 }, () => editedTexts.make(other, read))]);
    expect(reads).toBe(2);
    editedTexts.forget(place.sessionId);
    expect(editedTexts.find(place)).toBeUndefined();
  });

  it('is made in steps: others have their turn meanwhile', async () => {
    const place = newPlace();
    const making = editedTexts.make(place, async () => ({ machine, ops }));
    for (let turns = 0; turns < 5; turns++) {
      await turn();
      expect(editedTexts.find(place)).toBeUndefined();
    }
    await making;
    expect(editedTexts.find(place)!.segments[0]!.text).toMatch(/399$/);
  });

  it('is not made to its end when nobody waits any more', async () => {
    const place = newPlace();
    const [one, other] = [new AbortController(), new AbortController()];
    const read = async () => ({ machine, ops });
    const first = editedTexts.make(place, read, one.signal);
    await turn();
    const second = editedTexts.make(place, read, other.signal);
    await turn();
    one.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    other.abort(new Error('gone as well'));
    await expect(second).rejects.toThrow('gone as well');
    // Texts are made one after the other, so the first one would be there now.
    await editedTexts.make(newPlace(), async () => ({ machine, ops: ops.slice(0, 1) }));
    expect(editedTexts.find(place)).toBeUndefined();
  });
});
