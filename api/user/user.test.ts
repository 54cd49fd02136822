import { describe, expect, it } from 'vitest';
import type { ErrorBody } from '#api/contract/error-body.ts';
import type { Me } from '#api/contract/auth.ts';
import { buildUser } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';

describe('what a person keeps as their config', () => {
  it('is kept as they sent it, and refused where it is more than a config', async () => {
    const { app, db, bearer } = await testApp();
    const user = await buildUser(db);
    const send = (config: object) =>
      app.request('/api/user/config', {
        method: 'POST',
        headers: { ...bearer(user), 'content-type': 'application/json' },
        body: JSON.stringify(config),
      });
    const config = { preferred_language: 'fr', own: 'x'.repeat(10_000) };
    expect((await send(config)).status).toBe(200);
    const refused = await send({ own: 'ü'.repeat(8_000) });
    expect([refused.status, ((await refused.json()) as ErrorBody).code]).toEqual([
      413,
      'user.config_too_large',
    ]);
    const me = (await (await app.request('/api/auth/me', { headers: bearer(user) })).json()) as Me;
    expect(me.userDb.config).toEqual(config);
  });

  it('is not read with every request', async () => {
    const { db, deps } = await testApp();
    const user = await buildUser(db, { config: '{"own":1}' });
    const claims = {
      issuer: user.issuer,
      sub: user.sub,
      username: user.username,
      email: user.email,
      firstName: user.first_name,
      lastName: user.last_name,
      isEmailVerified: user.email_verified === 1,
      roles: [],
    };
    const met = await deps.users.upsert(await deps.domains.tenantOf(user.host), claims);
    expect(met.id).toBe(user.id);
    expect(met).not.toHaveProperty('config');
  });
});
