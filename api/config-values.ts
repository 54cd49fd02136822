import { resolve } from 'node:path';
import { z } from 'zod';

/** Folder of the repository; relative paths in settings start here. */
export const root = resolve(import.meta.dirname, '..');

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max);

const isOrigin = (value: string): boolean => {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
};

export const origin = z
  .string()
  .refine(isOrigin)
  .transform((value) => new URL(value).origin);

export const folder = (path: string) =>
  z
    .string()
    .default(path)
    .transform((value) => resolve(root, value));
export const yesOrNo = z
  .enum(['true', 'false', '1', '0'])
  .default('false')
  .transform((value) => value === 'true' || value === '1');
export const gigabytes = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,9})?$/)
  .transform((value) => Math.round(Number(value) * 1e9))
  .refine((bytes) => bytes > 0);
export const megabytes = z
  .string()
  .regex(/^\d{1,4}(\.\d{1,6})?$/)
  .transform((value) => Math.round(Number(value) * 1e6))
  .refine((bytes) => bytes >= 1e6);
const isPlainAddress = (value: string): boolean => {
  const url = URL.parse(value);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username + url.password + url.search + url.hash === ''
  );
};
/**
 * Address of an http or https server, without user, query and fragment, and without a slash at the end; null if it is
 * not set.
 */
export const serverAddress = z
  .string()
  .refine(isPlainAddress)
  .transform((value) => value.replace(/\/+$/, ''))
  .nullable()
  .default(null);
export const serverKey = z
  .string()
  .regex(/^[!-~]+$/)
  .nullable()
  .default(null);
export const optionalText = z.string().nullable().default(null);

/** Parses an mp3 format such as `24000/64`: sample rate in Hz and bit rate in kbit/s. */
export function textToMp3Format(text: string): unknown {
  const [sample_rate, bitrate] = text.split('/').map(Number);
  return { sample_rate, bitrate };
}
