/** A build of the page that differs from the present one in the name of every part, as if all of its sources had changed. */
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { writeBuildList } from '../tools/build-list.mjs';
import { tempFolder } from './temp-folder.ts';

const pageDir = join(import.meta.dirname, '../dist/page');
const texts = new Set(['.js', '.css']);

/** Makes the build and returns its folder and id. */
export function makeNextBuild(): { dir: string; build: string } {
  const dir = tempFolder();
  const names = readdirSync(pageDir, { recursive: true, encoding: 'utf8' }).filter(
    (name) => statSync(join(pageDir, name)).isFile() && !/\.(br|gz)$/.test(name),
  );
  const renamed = new Map(
    names
      .filter((name) => name.startsWith('assets/'))
      .map((name) => [name.slice(7), name.slice(7).replace(/(\.\w+)$/, 'x$1')]),
  );
  const rename = (text: string) =>
    text.replace(/[\w~.-]+\.(?:js|css|woff2)/g, (name) => renamed.get(name) ?? name);
  for (const name of names) {
    const [from, to] = [join(pageDir, name), join(dir, rename(name))];
    mkdirSync(dirname(to), { recursive: true });
    if (name === 'index.html' || (name.startsWith('assets/') && texts.has(extname(name)))) {
      writeFileSync(to, rename(readFileSync(from, 'utf8')));
    } else if (name.startsWith('engines/')) {
      copyOrLink(from, to);
    } else {
      copyFileSync(from, to);
    }
  }
  return { dir, build: writeBuildList(dir) };
}

/** Engines have 80 MB. They are the same in both builds. */
function copyOrLink(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // The folders are on different disks.
    copyFileSync(from, to);
  }
}
