import { createHmac } from 'node:crypto';
import { recoveryCodeCount } from '#api/contract/second-factor.ts';
import { hashOf } from '#api/lib/secret-text.ts';

/**
 * The alphabet of Crockford's base32: the digits, and the letters without i, l, o and u, which are easily misread. Each
 * character stands for five bits.
 */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const codeLength = 16;
const groupLength = 4;

/**
 * Returns recovery codes of 80 bits. They follow from the key of the server and a random `seed`, so that an answer that got lost can
 * be given again while the seed is there. They are stored as hashes only.
 */
export const recoveryCodesOf = (key: Buffer, seed: string): string[] =>
  Array.from({ length: recoveryCodeCount }, (_, index) => {
    const bytes = createHmac('sha256', key).update(`recovery\n${seed}\n${index}`).digest();
    const letters = Array.from({ length: codeLength }, (_, at) => alphabet[bytes[at]! % alphabet.length]);
    return letters.join('').replaceAll(new RegExp(`.{${groupLength}}(?=.)`, 'g'), '$&-');
  });

/** Returns the form in which a code is stored. It needs no salt, because codes are random. Case, spaces and dashes do not count. */
export const hashOfCode = (code: string): string => hashOf(code.toLowerCase().replaceAll(/[\s-]/g, ''));
