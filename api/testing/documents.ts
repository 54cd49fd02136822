import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { testFolder } from './test-folder.ts';

const isThere = (command: string, argument: string): boolean =>
  spawnSync(command, [argument], { stdio: 'ignore' }).error === undefined;

/** Whether Debian's poppler-utils are installed, which read PDF independently of the product. */
export const hasPoppler = isThere('pdftotext', '-v');
export const hasLibreOffice = isThere('soffice', '--version');

/** Returns the output of a poppler tool for a PDF. The argument `-` stands for standard output. */
export async function poppler(tool: string, pdf: Uint8Array, ...args: string[]): Promise<string> {
  const path = join(await testFolder(), 'report.pdf');
  writeFileSync(path, pdf);
  const rest = tool === 'pdftotext' ? [path, '-'] : [path];
  return execFileSync(tool, [...args, ...rest], { encoding: 'utf8', maxBuffer: 64_000_000 });
}

export async function officeToPdf(document: Uint8Array, extension: string): Promise<Uint8Array> {
  const folder = await testFolder();
  const path = join(folder, `report.${extension}`);
  writeFileSync(path, document);
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  execFileSync('soffice', ['--headless', profile, '--convert-to', 'pdf', '--outdir', folder, path], {
    stdio: 'ignore',
    timeout: 120_000,
  });
  const pdf = readFileSync(join(folder, 'report.pdf'));
  rmSync(join(folder, 'profile'), { recursive: true, force: true });
  return pdf;
}

/** Returns the files of a zip archive as text, by their paths (APPNOTE.TXT 4.3). */
export function unzipText(archive: Uint8Array): Map<string, string> {
  const bytes = Buffer.from(archive);
  const end = bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  const files = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength!);
    const local = bytes.readUInt32LE(at + 42);
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const data = bytes.subarray(from, from + bytes.readUInt32LE(at + 20));
    const isStored = bytes.readUInt16LE(at + 10) === 0;
    files.set(name, (isStored ? data : inflateRawSync(data)).toString('utf8'));
    at += 46 + nameLength! + extraLength! + noteLength!;
  }
  return files;
}
