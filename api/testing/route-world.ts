import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { openIdentity } from '#api/auth/open-identity.ts';
import { functionTags } from '#api/contract/domain.ts';
import type { Db } from '#api/db/open.ts';
import { createDomainStore } from '#api/domain/domain.store.ts';
import { createQueue } from '#api/jobs/sqlite-queue.ts';
import { systemClock } from '#api/lib/clock.ts';
import { silentLog, type Log } from '#api/lib/log.ts';
import { processJobName } from '#api/processing/process-queue.ts';
import { createRoleStore } from '#api/role/role.store.ts';
import { createShareStore } from '#api/share/share.store.ts';
import { createSharing } from '#api/share/sharing.ts';
import { transcribeJobName } from '#api/transcript/transcribe-request.ts';
import { buildDomain, testHost } from './builders.ts';
import { role } from './build-roles.ts';
import { buildFactorThings } from './factor-things.ts';
import { buildThings } from './route-things.ts';
import { testApp } from './test-app.ts';
import { createTestBrowser, petra } from './test-browser.ts';
import { testDb } from './test-db.ts';
import { testFolder } from './test-folder.ts';
import { startTestIssuer } from './test-issuer.ts';

export type RouteWorld = Awaited<ReturnType<typeof routeWorld>>;
export type WorldPerson = { id: string; access: string; refresh: string };

/** Host of the neighbours, who have a provider of their own. */
export const otherHost = 'b.example';
/** Host with a row and without people. */
export const emptyHost = 'leer.example';

const modelsDir = join(import.meta.dirname, '../../models');
const idle = { maxAttempts: 1, retryDelaysMs: [], run: async () => {} };

/**
 * Serves the whole app with the embedded provider over HTTP. `owner` has something of everything that a route may name
 * (`route-things.ts`). Nothing works in the background, so that only calls change what is stored. The others:
 * `superuser` of the host, `stranger` (an ordinary person), `locked`, `left` (signed out), and `neighbour`, the
 * superuser of another host.
 */
export async function routeWorld({ db = testDb(), log = silentLog() }: { db?: Db; log?: Log } = {}) {
  const dataDir = await testFolder();
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://${testHost}:${(server.address() as AddressInfo).port}`;
  const { app, deps } = await openApp(db, dataDir, url, log);
  server.on('request', getRequestListener(app.fetch, { overrideGlobalObjects: false }));

  const issuer = await startTestIssuer('wort-b');
  await buildDomain(db, { host: testHost, tags: JSON.stringify(functionTags) });
  await createRoleStore(db).replace(testHost, [role('clerk', { is_default: true }), role('doctor')]);
  await buildDomain(db, { host: emptyHost });
  await buildDomain(db, {
    host: otherHost,
    tags: JSON.stringify(functionTags),
    identity: JSON.stringify({ issuer: issuer.issuer, client_id: 'wort-b', role_claim: null, roles: {} }),
  });

  const meet = async (access: string, host = testHost): Promise<string> => {
    const headers = { authorization: `Bearer ${access}`, 'x-forwarded-host': host };
    const me = (await (await fetch(`${url}/api/auth/me`, { headers })).json()) as { userDb: { id: string } };
    return me.userDb.id;
  };
  const register = async (name: string): Promise<WorldPerson> => {
    const tokens = await createTestBrowser(url).register({ ...petra, email: `${name}@example.org` });
    return {
      id: await meet(tokens.access_token),
      access: tokens.access_token,
      refresh: tokens.refresh_token,
    };
  };
  const people = {
    superuser: await register('superuser'),
    owner: await register('owner'),
    stranger: await register('stranger'),
    locked: await register('locked'),
    left: await register('left'),
  };
  await createTestBrowser(url).logout(people.left.refresh);
  await change(db, people.locked.id, { locked: 1 });
  await change(db, people.owner.id, { is_verified: 1, role: 'clerk' });
  const foreign = await issuer.sign({ sub: 'nachbar', email: 'nachbar@example.org' });
  const neighbour: WorldPerson = { id: await meet(foreign, otherHost), access: foreign, refresh: '' };
  await change(db, neighbour.id, { is_superuser: 1 });

  // Another sign-in of the owner, which they may end.
  const second = await createTestBrowser(url).signIn({ ...petra, email: 'owner@example.org' });
  const ownSignIn = String(decodeJwt(second.access_token)['grant']);
  const built = await buildThings({ db, url, storage: deps.storage, owner: people.owner });
  const factors = await buildFactorThings({ db, url, ...people });
  const things = { ...built, ...factors, ownSignIn };
  return { app, db, dataDir, url, log, issuer, people: { ...people, neighbour }, things, deps };
}

/** Creates the app as the server composes it, with a mail server that takes everything. */
async function openApp(db: Db, dataDir: string, publicUrl: string, log: Log) {
  const base = await testApp({ db, dataDir, log });
  const domains = createDomainStore(db, { ...base.deps.domains.defaults, publicUrl });
  const own = await openIdentity({
    config: { ...base.config, publicUrl },
    db,
    domains,
    clock: systemClock,
    log,
    passwordCost: { costLog2: 4 },
  });
  onTestFinished(() => own.close());
  const handlers = [transcribeJobName, processJobName].map((name) => ({ ...idle, name }));
  const { clock, users, reports } = base.deps;
  const sharing = createSharing({
    sender: {
      from: 'noreply@example.org',
      send: async ({ recipients }) => ({ sent: [...recipients], failed: [] }),
      check: async () => {},
    },
    reports,
    users,
    clock,
    log,
    shares: createShareStore(db, clock, Buffer.alloc(32)),
  });
  onTestFinished(() => sharing.close());
  const distDir = join(dataDir, 'dist');
  await mkdir(distDir);
  await writeFile(join(distDir, 'index.html'), '<!doctype html>');
  const opened = await testApp({
    db,
    dataDir,
    log,
    publicUrl,
    domains,
    trustProxy: true,
    embedded: own.embedded,
    identity: own.identity,
    queue: createQueue({ db, handlers, clock, log, slots: 1 }),
    sharing,
    distDir,
    modelsDirs: [modelsDir],
    transcriptionModel: 'fixture',
  });
  // The provider stamps its tokens with the time of the machine.
  for (const each of [base.clock, opened.clock]) each.set(Date.now());
  return opened;
}

const change = (
  db: Db,
  id: string,
  columns: { locked?: 1; is_superuser?: 1; is_verified?: 1; role?: string },
) => db.updateTable('user').set(columns).where('id', '=', id).execute();

/**
 * Returns all that is stored: each row of each table, and the digest of each file. Sign-ins that were only begun are left
 * out: everybody may begin one.
 */
export async function everythingStored({
  db,
  dataDir,
}: Pick<RouteWorld, 'db' | 'dataDir'>): Promise<string[]> {
  const all: string[] = [];
  const tables = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db);
  for (const { name } of tables.rows) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    const kept = rows.filter(
      ({ kind }) => name !== 'oidc_model' || !/^(Interaction|Session)$/.test(String(kind)),
    );
    all.push(...kept.map((row) => `${name} ${JSON.stringify(row)}`));
  }
  for (const file of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const path = join(file.parentPath, file.name);
    all.push(
      `${path} ${createHash('sha256')
        .update(await readFile(path))
        .digest('hex')}`,
    );
  }
  return all.toSorted();
}
