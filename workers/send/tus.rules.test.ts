import { describe, expect, it } from 'vitest';
import type { SendAnswer } from './transport.ts';
import { creationHeaders, meaningOf, partHeaders } from './tus.rules.ts';

const nowMs = Date.UTC(2026, 10, 21);
const answer = (status: number, headers: Record<string, string> = {}, text = ''): SendAnswer => ({
  status,
  header: (name) => headers[name] ?? null,
  text,
});
const ours = { 'tus-resumable': '1.0.0' };
const body = (code: string) => JSON.stringify({ code, detail: '', request_id: 'r' });
const failed = (change: object = {}) => ({ type: 'failed', retryAfterMs: 0, isBreak: false, ...change });

describe('requests', () => {
  it('create with metadata in base64 of UTF-8, and say how long it will be or that nobody knows', () => {
    const metadata = { session_id: 's1', file_name: 'Gespräch 1.mp3', file_type: '' };
    const headers = creationHeaders(metadata, null);
    expect(headers).toMatchObject({ ...ours, 'upload-defer-length': '1' });
    const pairs = headers['upload-metadata']!.split(',').map((pair) => pair.split(' '));
    expect(pairs.map(([name, value]) => [name, Buffer.from(value!, 'base64').toString()])).toEqual([
      ['session_id', 's1'],
      ['file_name', 'Gespräch 1.mp3'],
    ]);
    expect(creationHeaders(metadata, 12)).toMatchObject({ 'upload-length': '12' });
    expect(creationHeaders(metadata, 12)).not.toHaveProperty('upload-defer-length');
  });

  it('say where a part belongs, and with the last one how long the whole is', () => {
    expect(partHeaders(5, null)).toEqual({
      ...ours,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '5',
    });
    expect(partHeaders(5, 9)).toMatchObject({ 'upload-length': '9' });
  });
});

describe('answers', () => {
  it('of success are taken only with what the protocol promises', () => {
    expect(meaningOf('POST', answer(201, { location: '/u/1' }), nowMs)).toEqual({
      type: 'created',
      url: '/u/1',
    });
    expect(meaningOf('PATCH', answer(204, { 'upload-offset': '7' }), nowMs)).toEqual({
      type: 'stored',
      offset: 7,
      lengthBytes: null,
    });
    const whole = answer(200, { 'upload-offset': '7', 'upload-length': '9' });
    expect(meaningOf('HEAD', whole, nowMs)).toMatchObject({ offset: 7, lengthBytes: 9 });
    for (const method of ['POST', 'HEAD', 'PATCH'] as const)
      expect(meaningOf(method, answer(200, {}, '<html>'), nowMs)).toEqual(failed());
    expect(meaningOf('HEAD', answer(200, { 'upload-offset': 'x' }), nowMs)).toEqual(failed());
  });

  it('that pass are failures of the way; those of a way too slow or broken are breaks', () => {
    for (const status of [302, 425, 429, 500, 502, 503, 507])
      expect(meaningOf('PATCH', answer(status), nowMs)).toEqual(failed());
    for (const status of [0, 408, 504])
      expect(meaningOf('PATCH', answer(status), nowMs)).toEqual(failed({ isBreak: true }));
  });

  it('may ask for a pause, in seconds or by date', () => {
    const after = (value: string) =>
      meaningOf('PATCH', answer(503, { 'retry-after': value }), nowMs) as { retryAfterMs: number };
    expect(after('12').retryAfterMs).toBe(12_000);
    expect(after(new Date(nowMs + 90_000).toUTCString()).retryAfterMs).toBe(90_000);
    expect(after(new Date(nowMs - 90_000).toUTCString()).retryAfterMs).toBe(0);
    expect(after('soon').retryAfterMs).toBe(0);
  });

  it('say that the upload is gone only when they are the server’s', () => {
    expect(meaningOf('HEAD', answer(404, ours), nowMs)).toEqual({ type: 'gone' });
    expect(meaningOf('PATCH', answer(410, {}, body('upload.not_found')), nowMs)).toEqual({ type: 'gone' });
    expect(meaningOf('HEAD', answer(404), nowMs)).toEqual(failed());
    expect(meaningOf('POST', answer(404, {}, body('session.not_found')), nowMs)).toEqual({
      type: 'refused',
      code: 'session.not_found',
    });
    expect(meaningOf('POST', answer(404), nowMs)).toEqual(failed());
  });

  it('of another offset or a lock lead to a question', () => {
    expect(meaningOf('PATCH', answer(409, ours, body('upload.offset_conflict')), nowMs)).toEqual({
      type: 'conflict',
    });
    expect(meaningOf('HEAD', answer(423), nowMs)).toEqual({ type: 'conflict' });
    expect(meaningOf('POST', answer(409), nowMs)).toEqual(failed());
  });

  it('that a body is too large mean a smaller one, unless the whole is', () => {
    expect(meaningOf('PATCH', answer(413, {}, '<html>'), nowMs)).toEqual({ type: 'bodyTooLarge' });
    expect(meaningOf('PATCH', answer(413, ours, body('upload.part_too_large')), nowMs)).toEqual({
      type: 'bodyTooLarge',
    });
    expect(meaningOf('PATCH', answer(413, ours, body('upload.too_large')), nowMs)).toEqual({
      type: 'refused',
      code: 'upload.too_large',
    });
  });

  it('that refuse keep their code; of a code that is not ours nothing is believed', () => {
    for (const code of ['upload.disk_full', 'upload.quota_exceeded'])
      expect(meaningOf('PATCH', answer(507, ours, body(code)), nowMs)).toEqual({ type: 'refused', code });
    expect(meaningOf('PATCH', answer(409, ours, body('upload.already_complete')), nowMs)).toEqual({
      type: 'refused',
      code: 'upload.already_complete',
    });
    expect(meaningOf('PATCH', answer(403, {}, '{"code":"WAF-17"}'), nowMs)).toEqual({
      type: 'refused',
      code: 'network.unexpected',
    });
    expect(meaningOf('HEAD', answer(401), nowMs)).toEqual({ type: 'unauthorized', code: 'auth.required' });
  });
});
