// Names a build of the page, and lists its files, so that the page stores them on the device (web/shell/offline).
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Engines that a recording, a check of the sound and the mp3 of a file need, the largest last. The others, which write drafts, are
 * stored when they are first used.
 */
const needed = ['kernel', 'lame', 'silero', 'ffmpeg'];
const mark = /\s*<meta name="build" content="\w*" \/>/;

/** @param {string} folder */
const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

/**
 * Writes `build.json` into a built page, and the id of the build into its `index.html`. Assets have a hash and engines a version in
 * their names, so the id is made of the names and of the files without either.
 * Returns the id. The types stand in `build-list.d.mts`.
 * @param {string} pageDir
 */
export function writeBuildList(pageDir) {
  const addresses = (/** @type {string} */ name) =>
    filesBelow(join(pageDir, name))
      .map((path) => path.slice(pageDir.length).replaceAll('\\', '/'))
      .toSorted();
  const [assets, engines] = [addresses('assets'), addresses('engines')];
  const indexPath = join(pageDir, 'index.html');
  const index = readFileSync(indexPath, 'utf8').replace(mark, '');
  const hash = createHash('sha256').update(index);
  for (const name of ['start.css', 'theme.js']) hash.update(readFileSync(join(pageDir, name)));
  const ofEngine = (/** @type {string} */ name) =>
    engines.filter((address) => address.startsWith(`/engines/${name}-`));
  const parts = [...assets, ...needed.flatMap(ofEngine)];
  const build = hash.update(JSON.stringify({ parts, engines })).digest('hex').slice(0, 16);
  writeFileSync(join(pageDir, 'build.json'), JSON.stringify({ build, parts, engines }));
  const head = index.indexOf('</title>') + '</title>'.length;
  writeFileSync(
    indexPath,
    `${index.slice(0, head)}\n    <meta name="build" content="${build}" />${index.slice(head)}`,
  );
  return build;
}
