import { describe, expect, it } from 'vitest';
import { attachment, audioFileName, audioTypeOf } from './audio.rules.ts';

const at = Date.UTC(2026, 10, 5, 23, 59);

describe('the name of a download', () => {
  it.each([
    ['Sitzung vom Montag', 'Sitzung_vom_Montag_261105.mp3'],
    ['Gemeinderat: Traktandum 3/4 (öffentlich)', 'Gemeinderat_Traktandum_34_öffentlich_261105.mp3'],
    ['a-b_c  d', 'a-b_c_d_261105.mp3'],
    ['../../etc/passwd', 'etcpasswd_261105.mp3'],
    ['???', '261105.mp3'],
  ])('of "%s" is %s', (title, name) => {
    expect(audioFileName(title, at, 'mp3')).toBe(name);
  });

  it('stands in the header for old and new clients', () => {
    expect(attachment('Grüsse_261105.mp3')).toBe(
      `attachment; filename="Grusse_261105.mp3"; filename*=UTF-8''Gr%C3%BCsse_261105.mp3`,
    );
    expect(attachment('会議_261105.mp3')).toContain('filename="_261105.mp3"');
  });
});

describe('the type of stored audio', () => {
  it.each([
    ['audio/mpeg', 'x', 'audio/mpeg', 'mp3'],
    ['Audio/WebM; codecs=opus', 'x', 'audio/webm', 'webm'],
    ['', 'Aufnahme.M4A', 'audio/mp4', 'm4a'],
    ['text/html', 'page.html', 'application/octet-stream', 'audio'],
    ['image/svg+xml', 'sound.mp3', 'audio/mpeg', 'mp3'],
  ])('claimed as %s with the name %s is %s', (fileType, fileName, type, extension) => {
    expect(audioTypeOf(fileType, fileName)).toEqual({ type, extension });
  });
});
