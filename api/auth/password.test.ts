import { describe, expect, it } from 'vitest';
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

  it('is hashed at the cost of N = 2^16 unless a test says otherwise', async () => {
    expect(await createPasswords().hash('teuer')).toMatch(/^scrypt\$16\$/);
  });
});
