import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, it } from 'vitest';
import { de } from './de/index.ts';
import { partOfKey, pickWords, wordParts, type WordPart } from './word-parts.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

type Import = { path: string; names: readonly string[] | null };

/** Returns what a file imports at its start, without types. `names`: null if it imports all. */
function importsOf(path: string): Import[] {
  const statements = read(path).matchAll(
    /^(?:import|export)\s+(?!type\b)(?:([^;'"]*?)\s+from\s+)?'([#.][^']+)';/gm,
  );
  return [...statements].map(([, what = '', specifier = '']) => {
    const [, list] = /\{([^}]*)\}/.exec(what) ?? [];
    const names = list
      ?.split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => name.split(/\s+as\s+/)[0] ?? '');
    const target = specifier.startsWith('#')
      ? specifier.slice(1)
      : posix.join(posix.dirname(path), specifier);
    return { path: target, names: names ?? null };
  });
}

/** Returns the file from which the door of a feature exports a name. */
function behindDoor(door: string, name: string): string[] {
  const exported = read(door).matchAll(/export\s+(?:type\s+)?\{([^}]*)\}\s+from\s+'([^']+)'/g);
  return [...exported]
    .filter(([, list = '']) =>
      list.split(',').some(
        (one) =>
          one
            .trim()
            .split(/\s+as\s+/)
            .at(-1) === name,
      ),
    )
    .map(([, , specifier = '']) => posix.join(posix.dirname(door), specifier));
}

/** Returns the files of the page that load with these files. The bundler looks through the doors of features. */
function loadedWith(entries: readonly string[]): ReadonlySet<string> {
  const files = new Set(entries);
  for (const file of files) {
    for (const { path, names } of importsOf(file)) {
      if (!path.startsWith('web/') || !/\.tsx?$/.test(path) || !existsSync(join(root, path))) continue;
      const isDoor = /^web\/features\/[^/]+\/index\.ts$/.test(path);
      for (const next of isDoor && names ? names.flatMap((name) => behindDoor(path, name)) : [path])
        files.add(next);
    }
  }
  return files;
}

function keysOf(words: object, prefix = ''): string[] {
  return Object.entries(words).flatMap(([name, inner]) =>
    typeof inner === 'string' ? [prefix + name] : keysOf(inner as object, `${prefix}${name}.`),
  );
}

const keys = keysOf(de);
const escaped = (text: string): string => text.replace(/[.\\^$*+?()[\]{}|]/g, String.raw`\$&`);

/** Returns the keys of the words to which a file refers. Sentences of errors are left out: any file may show any. */
function keysIn(path: string): string[] {
  const code = read(path);
  const literals = [...code.matchAll(/'([\w-]+(?:\.[\w-]+)+)'/g)].map(([, key = '']) => escaped(key));
  const templates = [...code.matchAll(/`([a-z]\w*\.[^`\s]*\$\{[^`]*)`/g)].map(([, template = '']) =>
    template
      .split(/\$\{[^}]*\}/)
      .map(escaped)
      .join('[^.]+'),
  );
  const form = new RegExp(`^(?:${[...literals, ...templates].join('|') || '-'})(?:_(?:one|many|other))?$`);
  return keys.filter((key) => !key.startsWith('error.') && form.test(key));
}

/** Returns the keys to which these files refer although the parts that are loaded before them do not have the words. */
const missing = (entries: readonly string[], parts: readonly WordPart[]): string[] =>
  [...loadedWith(entries)]
    .filter((path) => !path.startsWith('web/i18n/'))
    .flatMap((path) =>
      keysIn(path)
        .filter((key) => !parts.includes(partOfKey(key)))
        .map((key) => `${path}: ${key}`),
    );

const auth = ['signin', 'register', 'forgot-password', 'reset', 'confirm', 'callback'].map(
  (name) => `web/features/auth/${name}-screen.tsx`,
);

it('the parts have all words together, each once', () => {
  const parts = wordParts.map((part) => keysOf(pickWords(de, part)));
  expect(parts.flat().toSorted()).toEqual(keys.toSorted());
  expect(parts.every((part) => part.length > 0)).toBe(true);
});

it('the screens that come first refer to words that come first (web/i18n/word-parts.ts)', () => {
  const first = ['web/main.tsx', 'web/features/home/home-screen.tsx', ...auth];
  expect(loadedWith(first).has('web/shell/header.tsx')).toBe(true);
  expect(missing(first, ['first'])).toEqual([]);
  expect(missing(['web/features/library/library-screen.tsx'], ['first', 'work'])).toEqual([]);
});

it('a session refers to words that come first or with a session', () => {
  const session = ['web/features/session/detail/session-screen.tsx'];
  expect(loadedWith(session).has('web/features/transcript/transcript-tab.tsx')).toBe(true);
  expect(missing(session, ['first', 'work', 'session'])).toEqual([]);
});

it('parts that are loaded on demand refer to words that are there by then', () => {
  for (const path of [
    'web/shell/role-part.tsx',
    'web/features/role/role-dialog.tsx',
    'web/features/help/help-screen.tsx',
    'web/features/help/help-topic-screen.tsx',
  ])
    expect(missing([path], ['first'])).toEqual([]);
  expect(missing(['web/features/info-bar/survey-row.tsx'], ['first', 'work', 'rest'])).toEqual([]);
  for (const path of [
    'web/features/unsent/send-unsent.tsx',
    'web/features/processing/process-dialog.tsx',
    'web/features/export/export-dialog.tsx',
    'web/features/share/share-dialog.tsx',
    'web/features/help/keys/keys-dialog.tsx',
    'web/features/help/keys/keys-topic.tsx',
  ])
    expect(missing([path], ['first', 'work', 'session'])).toEqual([]);
});

it('what connects a phone refers to words that are loaded with it', () => {
  expect(missing(['web/features/pairing/phone/pair-screen.tsx'], ['first', 'work', 'rest', 'pair'])).toEqual(
    [],
  );
  expect(missing(['web/features/pairing/desktop/pair-from-anywhere.ts'], ['first', 'work', 'pair'])).toEqual(
    [],
  );
  for (const path of [
    'web/features/session/pair/pair-recorder-screen.tsx',
    'web/features/session/record/record-modes.tsx',
  ])
    expect(missing([path], wordParts)).toEqual([]);
  // Other screens do without them.
  expect(missing(['web/features/account/account-screen.tsx'], ['first', 'work', 'session', 'rest'])).toEqual(
    [],
  );
});
