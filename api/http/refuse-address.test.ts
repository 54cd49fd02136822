import { describe, expect, it } from 'vitest';
import type { ErrorBody } from '#api/contract/error-body.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';

async function signedIn() {
  const { app, db, bearer } = await testApp();
  const user = await buildUser(db);
  const { id } = await buildSession(db, ownerOf(user));
  return async (method: string, path: string, init: RequestInit = {}) => {
    const headers = { ...bearer(user), ...(init.headers as Record<string, string>) };
    const answer = await app.request(path.replace(':id', id), { method, ...init, headers });
    return [answer.status, ((await answer.json()) as ErrorBody).code, answer.headers.get('allow')];
  };
}

describe('an address that answers another method', () => {
  it.each([
    ['GET', '/api/v1/sessions/:id/process', 'POST'],
    ['POST', '/api/v1/sessions/:id', 'GET, HEAD, PATCH, DELETE'],
    ['PUT', '/api/v1/sessions/', 'GET, HEAD, POST'],
    ['POST', '/api/v1/health', 'GET, HEAD'],
    ['GET', '/api/auth/refresh', 'POST'],
    ['POST', '/media/x', 'GET, HEAD'],
  ])('says so to %s %s, and which', async (method, path, allow) => {
    const call = await signedIn();
    expect(await call(method, path)).toEqual([405, 'request.method', allow]);
  });

  it.each([
    ['GET', '/api/v1/nix'],
    ['POST', '/api/v1/nix'],
    ['POST', '/nix'],
  ])('is none at %s %s', async (method, path) => {
    const call = await signedIn();
    expect(await call(method, path)).toEqual([404, 'request.not_found', null]);
  });
});

describe('a body of another media type', () => {
  const body = '{"session":{"title":"x","language":"de"}}';
  it.each([
    ['POST', '/api/v1/sessions/', 'text/plain', body],
    ['PATCH', '/api/v1/sessions/:id', 'text/plain', '{"title":"x"}'],
    ['POST', '/api/auth/refresh', 'application/x-www-form-urlencoded', 'refresh_token=x'],
    ['POST', '/api/v1/sessions/:id/recording-complete', 'application/json', '{}'],
    ['POST', '/api/v1/sessions/:id/file-upload', 'audio/mpeg', 'sound'],
    ['PATCH', '/api/v1/uploads/x', 'audio/mpeg', 'sound'],
  ])('is refused by %s %s', async (method, path, type, text) => {
    const call = await signedIn();
    const answer = await call(method, path, { headers: { 'content-type': type }, body: text });
    expect(answer).toEqual([415, 'request.media_type', null]);
  });
});
