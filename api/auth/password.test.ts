import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { AppError } from '#api/lib/error.ts';
import { createPasswords } from './password.ts';

const passwords = createPasswords({ costLog2: 4 });

describe('a password', () => {
  it('is right only when it is the same, however the accent was typed', async () => {
    const hash = await passwords.hash('Zürich 1848!');
    expect(await passwords.isRight('Zürich 1848!', hash)).toBe(true);
    expect(await passwords.isRight('Zu\u0308rich 1848!', hash)).toBe(true);
    expect(await passwords.isRight('zürich 1848!', hash)).toBe(false);
  });

  it('is never right for an account that does not exist', async () => {
    expect(await passwords.isRight('', undefined)).toBe(false);
  });

  it('has another hash each time, and the hash says its cost', async () => {
    const [one, other] = [await passwords.hash('gleich'), await passwords.hash('gleich')];
    expect(one).not.toBe(other);
    expect(one).toMatch(/^scrypt\$4\$[\w-]{22}\$[\w-]{43}$/);
  });

  it('stays right when the cost is raised later', async () => {
    const hash = await passwords.hash('alt');
    expect(await createPasswords({ costLog2: 5 }).isRight('alt', hash)).toBe(true);
  });

  it('is hashed one or two at a time: files are read before sixteen have had their turn', async () => {
    const costly = createPasswords({ costLog2: 13 });
    let finished = 0;
    const hashing = Array.from({ length: 16 }, async () => {
      await costly.hash('viele auf einmal');
      finished++;
    });
    for (let times = 0; times < 3; times++) await readFile(import.meta.filename);
    expect(finished).toBeLessThan(8);
    await Promise.all(hashing);
  });

  it('waits in a short queue; beyond that the next one is told when to come again', async () => {
    const results = await Promise.allSettled(Array.from({ length: 30 }, () => passwords.hash('zu viele')));
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.length).toBeGreaterThan(11);
    expect(refused.map(({ reason }) => reason as AppError)).toEqual(
      Array.from({ length: refused.length }, () =>
        expect.objectContaining({ code: 'auth.busy', extra: { retry_after_s: 5 } }),
      ),
    );
    expect(await passwords.hash('danach')).toMatch(/^scrypt/);
  });

  it('is hashed at the cost of N = 2^16 unless a test says otherwise', async () => {
    expect(await createPasswords().hash('teuer')).toMatch(/^scrypt\$16\$/);
  });
});
