import { expect, test } from 'vitest';
import { reportName } from './report-name.ts';
import { attachment } from '#api/recording/audio.rules.ts';

const nowMs = Date.UTC(2026, 10, 2, 7, 8, 9);
const nameOf = (title: string, type = 'transcript') => reportName(title, type, 'pdf', nowMs);

test('A report is named title, UTC time of the download, type and ending', () => {
  expect(nameOf('Gemeinderat, 12. Sitzung')).toBe('Gemeinderat, 12. Sitzung_261102-070809_transcript.pdf');
  expect(reportName('Prüfung', 'summary', 'docx', nowMs)).toBe('Prüfung_261102-070809_summary.docx');
});

test('What file systems stumble over is left out of a name', () => {
  expect(nameOf('a/b\\c:d*e?f"g<h>i|j')).toBe('a b c d e f g h i j_261102-070809_transcript.pdf');
  expect(nameOf('../../etc/passwd')).toBe('etc passwd_261102-070809_transcript.pdf');
  expect(nameOf('Zeile\r\nZeile\u202egnp.exe')).toBe('Zeile Zeile gnp.exe_261102-070809_transcript.pdf');
  expect(nameOf(' ... ')).toBe('session_261102-070809_transcript.pdf');
  expect(nameOf('x', '../summary')).toBe('x_261102-070809_summary.pdf');
});

test('A name has at most 255 bytes and whole characters', () => {
  for (const sign of ['a', 'ü', '漢', '😀', '👩‍👩‍👧']) {
    const name = nameOf(sign.repeat(200), sign.repeat(100));
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    expect(name.isWellFormed()).toBe(true);
    expect(name).not.toContain('\ufffd');
  }
});

test('A title with half a character can be sent in a header', () => {
  const header = attachment(nameOf('Sitzung \ud83d …'));
  expect(header).toContain("filename*=UTF-8''Sitzung%20%EF%BF%BD");
  expect(header).toMatch(/^[\x20-\x7e]+$/);
});
