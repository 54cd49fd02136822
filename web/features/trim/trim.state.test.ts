import { describe, expect, it } from 'vitest';
import { createTrim, readTrimEdits } from './trim.state.ts';

const make = (initial?: Parameters<typeof createTrim>[0]['initial']) =>
  createTrim({
    durationS: 100,
    speech: [[10, 90]],
    frameS: 0.024,
    ...(initial === undefined ? {} : { initial }),
  });

describe('a trim', () => {
  it('starts with everything kept', () => {
    const trim = make();
    expect(trim.state).toMatchObject({ keptS: 100, isTrimmed: false, canUndo: false, canRedo: false });
    expect(trim.kept()).toBeNull();
  });

  it('goes back and forth', () => {
    const trim = make();
    trim.remove([[12, 24]]);
    trim.remove([[48, 60]]);
    expect(trim.state.kept).toHaveLength(3);
    trim.undo();
    expect(trim.state).toMatchObject({ keptS: 88, canRedo: true, last: { deed: 'undone' } });
    trim.undo();
    expect(trim.state).toMatchObject({ isTrimmed: false, canUndo: false });
    trim.undo();
    trim.redo();
    trim.redo();
    expect(trim.state).toMatchObject({ keptS: 76, canRedo: false });
    trim.redo();
    trim.restore([12, 24]);
    expect(trim.state.canRedo).toBe(false);
    trim.reset();
    expect(trim.state).toMatchObject({ isTrimmed: false, canUndo: true });
    trim.undo();
    expect(trim.state.keptS).toBeCloseTo(88);
  });

  it('takes a drag as one step, and a drag that comes back as none', () => {
    const trim = make();
    for (const timeS of [1, 30, 12]) trim.moveHandle({ index: 0, side: 'start' }, timeS, 'drag-1');
    expect(trim.state.kept).toEqual([[12, 100]]);
    for (const timeS of [20, 12]) trim.moveHandle({ index: 0, side: 'start' }, timeS, 'drag-2');
    trim.undo();
    expect(trim.state).toMatchObject({ isTrimmed: false, canUndo: false });
  });

  it('reopens within one drag the cut that the drag had closed', () => {
    const trim = make();
    trim.remove([[24, 48]]);
    for (const timeS of [30, 10, 36]) trim.moveHandle({ index: 1, side: 'start' }, timeS, 'drag-1');
    expect(trim.state.kept).toEqual([
      [0, 24],
      [36, 100],
    ]);
  });

  it('begins a new step with the same gesture after going back', () => {
    const trim = make();
    trim.moveHandle({ index: 0, side: 'end' }, 96, 'keys');
    trim.undo();
    trim.moveHandle({ index: 0, side: 'end' }, 72, 'keys');
    trim.undo();
    expect(trim.state).toMatchObject({ isTrimmed: false, canUndo: false });
  });

  it('refuses to leave less than a second, and says so', () => {
    const trim = make();
    trim.select([0, 100]);
    trim.remove([[0, 100]]);
    expect(trim.state).toMatchObject({ isTrimmed: false, last: { deed: 'refused' }, selection: [0, 100] });
  });

  it('has no selection without length', () => {
    const trim = make();
    trim.select([5, 5]);
    expect(trim.state.selection).toBeNull();
    trim.select([5, 6]);
    expect(trim.state.selection).toEqual([5, 6]);
    trim.remove([[5, 6]]);
    expect(trim.state.selection).toBeNull();
  });

  it('survives a reload through plain data', () => {
    const trim = make();
    trim.remove([[12, 24]]);
    trim.setPauseS(30);
    const kept = readTrimEdits(JSON.parse(JSON.stringify(trim.edits())), 100);
    const again = make(kept);
    expect(again.state).toMatchObject({ kept: trim.state.kept, pauseS: 30, canUndo: false });
  });

  it('takes nothing from what is not its own', () => {
    const edits = { durationS: 100, kept: [[0, 5]], pauseS: 5 };
    expect(readTrimEdits(edits, 100)).toEqual(edits);
    expect(readTrimEdits(edits, 90)).toBeNull();
    expect(readTrimEdits({ ...edits, kept: [[5, 'x']] }, 100)).toBeNull();
    expect(readTrimEdits({ ...edits, kept: [[5, 5]] }, 100)).toBeNull();
    expect(readTrimEdits({ ...edits, pauseS: 3 }, 100)?.pauseS).toBe(5);
    expect(readTrimEdits('x', 100)).toBeNull();
    expect(make({ durationS: 100, kept: [[5, 5.1]], pauseS: 5 }).state.isTrimmed).toBe(false);
  });
});
