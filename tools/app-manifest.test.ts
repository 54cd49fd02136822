import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { languages } from '#web/i18n/languages.ts';
import { appManifest, manifestLanguages } from './app-manifest.ts';

const publicDir = join(import.meta.dirname, '../web/public');

/** Size of a PNG, from its header (PNG, 11.2.2). */
function sizeOfPng(name: string): string {
  const bytes = readFileSync(join(publicDir, name));
  const isPng = bytes.toString('latin1', 1, 4) === 'PNG';
  return isPng ? `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}` : 'no PNG';
}

test('The app is described in every language of the page', () => {
  expect(manifestLanguages.toSorted()).toEqual([...languages].toSorted());
  const texts = manifestLanguages.map((language) => appManifest(language).description);
  expect(new Set(texts).size).toBe(languages.length);
});

describe.each(manifestLanguages)('The manifest in %s', (language) => {
  const manifest = appManifest(language);

  test('names icons that are there, in the size that it states', () => {
    const listed = [
      ...manifest.icons,
      ...manifest.shortcuts.flatMap(({ icons }) => icons),
      ...manifest.file_handlers.flatMap(({ icons }) => icons),
    ];
    const sizeOf = (src: string, type: string) =>
      type === 'image/png'
        ? sizeOfPng(src)
        : readFileSync(join(publicDir, src), 'utf8').startsWith('<svg') && 'any';
    for (const { src, sizes, type } of listed) expect([src, sizeOf(src, type)]).toEqual([src, sizes]);
    expect(listed.map(({ purpose }) => purpose)).toContain('maskable');
  });

  test('shares to the address and the field that the service worker takes', () => {
    const worker = readFileSync(join(publicDir, 'sw.js'), 'utf8');
    const { action, params } = manifest.share_target;
    expect(worker).toContain(`['${action}', '${params.files[0]?.name}']`);
  });
});
