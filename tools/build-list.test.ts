import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '#api/testing/test-folder.ts';
import { buildOfDocument, readBuildList } from '#web/shell/offline/build-list.ts';
import { writeBuildList } from './build-list.mjs';

test('A build names itself and its parts; another part makes another build', async () => {
  const dir = await testFolder();
  mkdirSync(join(dir, 'assets'));
  mkdirSync(join(dir, 'engines/lame-1'), { recursive: true });
  for (const name of ['ffmpeg-1', 'ort-1']) mkdirSync(join(dir, 'engines', name));
  const files = {
    'index.html': '<head><title>Wortlaut</title></head>',
    'start.css': '',
    'theme.js': '',
    'assets/main-1.js': '',
    'assets/main-1.js.br': '',
    'engines/lame-1/mp3.wasm': '',
    'engines/ffmpeg-1/core.wasm': '',
    'engines/ort-1/ort.wasm': '',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  const first = writeBuildList(dir);
  const read = (name: string) => readFileSync(join(dir, name), 'utf8');
  expect(readBuildList(JSON.parse(read('build.json')))).toEqual({
    build: first,
    parts: ['/assets/main-1.js', '/engines/lame-1/mp3.wasm', '/engines/ffmpeg-1/core.wasm'],
    engines: ['/engines/ffmpeg-1/core.wasm', '/engines/lame-1/mp3.wasm', '/engines/ort-1/ort.wasm'],
  });
  expect(buildOfDocument(read('index.html'))).toBe(first);
  expect(writeBuildList(dir)).toBe(first);
  renameSync(join(dir, 'assets/main-1.js'), join(dir, 'assets/main-2.js'));
  const second = writeBuildList(dir);
  expect(second).not.toBe(first);
  expect(buildOfDocument(read('index.html'))).toBe(second);
  expect(read('index.html').match(/name="build"/g)).toHaveLength(1);
});
