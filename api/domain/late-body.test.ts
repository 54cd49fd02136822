import { describe, expect, it } from 'vitest';
import { buildUser } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';

/** Sends a request whose body comes when the returned function is called, after the sign-in was checked. */
async function setUp() {
  const { app, db, bearer } = await testApp();
  await buildUser(db, { is_superuser: 1 });
  const chief = await buildUser(db, { is_superuser: 1 });
  const [person, other] = [await buildUser(db), await buildUser(db)];
  const begin = async (method: string, path: string, json: object) => {
    let send = (): void => {};
    let isRead = (): void => {};
    const reading = new Promise<void>((resolve) => (isRead = resolve));
    const body = new ReadableStream(
      {
        pull(controller) {
          isRead();
          return new Promise<void>((resolve) => {
            send = () => {
              controller.enqueue(new TextEncoder().encode(JSON.stringify(json)));
              controller.close();
              resolve();
            };
          });
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { ...bearer(chief), 'content-type': 'application/json', 'if-match': '*' };
    const init = { method, headers, body, duplex: 'half' };
    const answer = app.request(`/api/v1/admin/domains${path}`, init as RequestInit);
    await reading;
    return async () => {
      send();
      return (await answer).status;
    };
  };
  return { db, chief, begin, person, other };
}

describe('a superuser whose request is still coming', () => {
  it.each([{ locked: 1 as const }, { is_superuser: 0 as const }])(
    'changes nothing after %o',
    async (loss) => {
      const { db, chief, begin, person, other } = await setUp();
      const requests = [
        await begin('POST', '', { host: 'new.example', first_superuser: 'a@b.example' }),
        await begin('PUT', '/localhost', { tags: [] }),
        await begin('PUT', '/localhost/roles', { roles: [] }),
        await begin('PUT', `/localhost/people/${person.id}`, { is_superuser: true }),
        await begin('POST', `/localhost/people/${person.id}/join`, { person_id: other.id }),
      ];
      await db.updateTable('user').set(loss).where('id', '=', chief.id).execute();
      for (const send of requests) expect(await send()).toBe(403);
      expect(await db.selectFrom('domain').select('host').execute()).toEqual([]);
      expect(await db.selectFrom('user').select('id').execute()).toHaveLength(4);
    },
  );
});
