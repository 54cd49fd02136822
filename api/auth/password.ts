import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { AppError } from '#api/lib/error.ts';
import { createGate } from '#api/lib/gate.ts';

/**
 * Cost of scrypt (RFC 7914): N = 2^costLog2, r = 8, p = 2. With a `costLog2` of 16, one hash takes 64 MiB of memory.
 */
export type PasswordCost = { costLog2: number };

const blockSize = 8;
const parallelization = 2;
const keyBytes = 32;
const saltBytes = 16;

// Number of passwords that are hashed at once. Hashing shares the four threads of libuv with file access, and the event
// loop needs a core of its own.
const hashingAtOnce = availableParallelism() > 2 ? 2 : 1;
// Number of calls that may wait for hashing. Hashing this many passwords takes some seconds.
const mostWaiting = 16;
const retryAfterS = 5;

export type Passwords = ReturnType<typeof createPasswords>;

/**
 * Creates the hashing of passwords. A hash is stored as `scrypt$costLog2$salt$key`, so that old hashes stay valid when
 * the cost rises.
 */
export function createPasswords({ costLog2 }: PasswordCost = { costLog2: 16 }) {
  // The password for an unknown account is compared with this hash, so that the answer takes as long as for a known
  // account.
  const nobody = `scrypt$${costLog2}$${randomBytes(saltBytes).toString('base64url')}$${randomBytes(keyBytes).toString('base64url')}`;

  const gate = createGate(hashingAtOnce);
  /**
   * Derives a key; at most `hashingAtOnce` calls run at once. @throws AppError `auth.busy` if too many calls are
   * waiting
   */
  const inTurn = async (...args: Parameters<typeof derive>): Promise<Buffer> => {
    if (gate.waiting() >= mostWaiting)
      throw new AppError('auth.busy', { extra: { retry_after_s: retryAfterS } });
    await gate.enter();
    try {
      return await derive(...args);
    } finally {
      gate.leave();
    }
  };

  return {
    async hash(password: string): Promise<string> {
      const salt = randomBytes(saltBytes);
      const key = await inTurn(password, salt, costLog2);
      return ['scrypt', costLog2, salt.toString('base64url'), key.toString('base64url')].join('$');
    },

    /**
     * Returns whether the password fits the hash. This takes as long for an unknown account (no hash) as for a known
     * one.
     */
    async isRight(password: string, hash: string | undefined): Promise<boolean> {
      const [, cost, salt, key] = (hash ?? nobody).split('$');
      const expected = Buffer.from(key ?? '', 'base64url');
      const derived = await inTurn(password, Buffer.from(salt ?? '', 'base64url'), Number(cost));
      return expected.length === derived.length && timingSafeEqual(expected, derived) && hash !== undefined;
    },
  };
}

function derive(password: string, salt: Buffer, costLog2: number): Promise<Buffer> {
  const N = 2 ** costLog2;
  const maxmem = 128 * blockSize * (N + parallelization + 2) * 2;
  const options: ScryptOptions = { N, r: blockSize, p: parallelization, maxmem };
  // Keyboards send the same letter in different Unicode forms.
  const text = password.normalize('NFC');
  return new Promise((resolve, reject) => {
    scrypt(text, salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
