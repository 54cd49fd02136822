import { describe, expect, it, vi } from 'vitest';
import { createUploadLocks } from './upload-locks.ts';

const never = () => new AbortController().signal;

describe('the lock of an upload', () => {
  it('is free at once where nobody has it, and of other uploads', async () => {
    const locks = createUploadLocks();
    for (const id of ['a', 'b']) await expect(locks.hold(id)).resolves.toBeDefined();
  });

  it('asks who has it to end, and goes on in the order people came', async () => {
    const locks = createUploadLocks();
    const steps: string[] = [];
    const take = async (name: string) => {
      const lock = locks.newLock('a');
      await lock.lock(never(), () => void steps.push(`${name} is asked`));
      steps.push(`${name} has it`);
      return lock;
    };
    const first = await take('first');
    const second = take('second');
    const third = take('third');
    expect(steps).toEqual(['first has it', 'first is asked', 'first is asked']);
    await first.unlock();
    const asked = await second;
    expect(steps.slice(3)).toEqual(['second is asked', 'second has it']);
    await asked.unlock();
    await (await third).unlock();
    expect(steps.at(-1)).toBe('third has it');
    await (await take('fourth')).unlock();
  });

  it('is given up waiting for by who has gone, and by who has waited long enough', async () => {
    const locks = createUploadLocks({ waitMs: 1 });
    const first = locks.newLock('a');
    await first.lock(never(), () => {});
    await expect(locks.newLock('a').lock(never(), () => {})).rejects.toMatchObject({
      code: 'upload.offset_conflict',
    });
    const patient = createUploadLocks();
    const held = await patient.hold('a');
    const leaving = new AbortController();
    const waiting = patient.newLock('a').lock(leaving.signal, () => {});
    leaving.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'upload.offset_conflict' });
    const asks = vi.fn<() => void>();
    await expect(patient.newLock('a').lock(AbortSignal.abort(), asks)).rejects.toMatchObject({
      code: 'upload.offset_conflict',
    });
    expect(asks).not.toHaveBeenCalled();
    held[Symbol.dispose]();
    await first.unlock();
    for (const each of [locks, patient]) (await each.hold('a'))[Symbol.dispose]();
  });
});
