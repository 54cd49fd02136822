import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { isLong } from '#wasm/testing/long-test.ts';
import { reportFormats } from '#api/contract/export.ts';
import { reportJsonSchema } from '#api/contract/report-json.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import { buildResult, buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { buildLongTranscript } from '#api/testing/build-report.ts';
import { buildDialogue } from '#api/testing/build-transcript.ts';
import { unzipText } from '#api/testing/documents.ts';
import { testApp } from '#api/testing/test-app.ts';
import { createTranscriptStore } from '#api/transcript/transcript.store.ts';
import { createReports } from './report.ts';

const dialogue = ['A: Guten Tag, ich eröffne die Sitzung.', 'B: Danke & <gut>.'];

/** A person with a transcribed session, and requests for its reports. */
async function setUp(lines = dialogue) {
  const { app, db, bearer, clock } = await testApp();
  const user = await buildUser(db);
  const { id } = await buildSession(db, ownerOf(user), {
    title: 'Sitzung "Ä"',
    status: 'completed',
    duration: 60,
    notes: '**Merken**: 0:03',
  });
  const transcripts = createTranscriptStore(db, clock);
  if (lines.length > 0) {
    const version = await transcripts.begin(id, 'test', 'de');
    await transcripts.putSegments(id, version, 0, buildDialogue(lines).segments);
    await transcripts.finish(id, version);
  }
  const headers = await bearer(user);
  const get = (query: string, init: RequestInit = {}) =>
    app.request(`/api/v1/sessions/${id}/report${query}`, { headers, ...init });
  const edit = async (ops: unknown[]) => {
    const detail = (await (await app.request(`/api/v1/sessions/${id}`, { headers })).json()) as SessionDetail;
    const body = JSON.stringify({ edits: { base: detail.edits, version: detail.transcript?.version, ops } });
    const json = { ...headers, 'content-type': 'application/json' };
    const answer = await app.request(`/api/v1/sessions/${id}`, { method: 'PATCH', headers: json, body });
    expect(answer.status).toBe(200);
  };
  return { app, db, bearer, clock, id, user, headers, get, edit };
}
const codeOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { code: string }).code,
];

test('A transcript comes in each format under the name of the specification', async () => {
  const { get } = await setUp();
  const starts = {
    pdf: '%PDF-1.7',
    docx: 'PK',
    txt: '\ufeffSitzung "Ä"',
    md: '# Sitzung "Ä"',
    json: '{"format":"wortlaut.transcript","version":1',
    srt: '1\r\n00:00:00,000 --> ',
    vtt: 'WEBVTT\n\n00:00:00.000 --> ',
  };
  for (const format of reportFormats) {
    const response = await get(`?report_type=transcript&file_type=${format}`);
    expect(response.status).toBe(200);
    const disposition = response.headers.get('content-disposition') ?? '';
    expect(disposition).toMatch(
      new RegExp(
        `^attachment; filename="Sitzung A_\\d{6}-\\d{6}_transcript\\.${format}"; filename\\*=UTF-8''Sitzung%20%C3%84_`,
      ),
    );
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.toString('utf8').startsWith(starts[format])).toBe(true);
  }
}, 20_000);

test('Without a query it is the transcript as PDF', async () => {
  const { get } = await setUp();
  const response = await get('');
  expect(response.headers.get('content-type')).toBe('application/pdf');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.toString('latin1').trimEnd().endsWith('%%EOF')).toBe(true);
});

test('It is written as people left it: names and corrections', async () => {
  const { get, edit } = await setUp();
  await edit([
    { op: 'speaker', key: 'A', name: 'Präsidentin' },
    { op: 'text', segment: 's1', text: 'Guten Abend, ich eröffne die Sitzung.' },
  ]);
  const written = await (await get('?file_type=txt')).text();
  expect(written).toContain('[0:00] Präsidentin\r\nGuten Abend, ich eröffne die Sitzung.');
  expect(written).toContain('Von Hand bearbeitet.');
  const vtt = await (await get('?file_type=vtt')).text();
  expect(vtt).toContain('<v Präsidentin>Guten Abend, ich eröffne die Sitzung.');
  expect(vtt).toContain('<v Person B>Danke &amp; &lt;gut&gt;.');
  expect(await (await get('?file_type=srt')).text()).toContain('Person B: Danke & ‹gut›.\r\n');
});

test('JSON is as it is described, and carries the times of words', async () => {
  const { get, edit } = await setUp();
  await edit([{ op: 'speaker', key: 'B', name: 'Herr B' }]);
  const report = reportJsonSchema.parse(await (await get('?file_type=json')).json());
  expect(report.speakers['B']?.name).toBe('Herr B');
  expect(report.transcript).toMatchObject({ version: 1, edits: 1, partial: false });
  expect(report.segments.map(({ words }) => words.length)).toEqual([6, 3]);
});

test('Notes, a result and everything can be asked for', async () => {
  const { get, db, id } = await setUp();
  await buildResult(db, id, 'summary', {
    text: '## Kern\n\nGesagt [1].',
    engine: 'extract',
    sources: JSON.stringify([{ n: 1, segment: 's1', at: 0 }]),
  });
  expect(await (await get('?report_type=notes&file_type=md')).text()).toMatch(
    /## Notizen\n\n\*\*Merken\*\*: 0:03\n/,
  );
  const result = await (await get('?report_type=summary&file_type=txt')).text();
  expect(result).toContain('ZUSAMMENFASSUNG\r\nAus dem Transkript ausgezogen');
  expect(result).toContain('Gesagt [1].\r\n\r\nFundstellen:\r\n[1] 0:00\r\n');
  expect(result).not.toContain('Guten Tag');
  const all = await (await get('?report_type=all&file_type=md')).text();
  const order = ['## Zusammenfassung', '## Notizen', '## Transkript', 'Guten Tag'].map((mark) =>
    all.indexOf(mark),
  );
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order[0]).toBeGreaterThan(0);
  const response = await get('?report_type=summary&file_type=docx');
  expect(response.headers.get('content-disposition')).toContain('_summary.docx');
  expect(unzipText(new Uint8Array(await response.arrayBuffer())).get('word/document.xml')).toContain(
    'Gesagt ',
  );
});

test('What is not there, or is nothing, is said', async () => {
  const { get, db, id } = await setUp([]);
  expect(await codeOf(await get(''))).toEqual([409, 'export.nothing_there']);
  expect(await codeOf(await get('?file_type=srt'))).toEqual([409, 'export.nothing_there']);
  expect(await codeOf(await get('?report_type=minutes'))).toEqual([400, 'export.type_unknown']);
  expect(await codeOf(await get('?report_type=constructor'))).toEqual([400, 'export.type_unknown']);
  expect(await codeOf(await get('?report_type=notes&file_type=vtt'))).toEqual([400, 'export.type_unknown']);
  expect(await codeOf(await get('?file_type=exe'))).toEqual([400, 'request.invalid']);
  await buildResult(db, id, 'summary', { state: 'failed', text: '' });
  expect(await codeOf(await get('?report_type=summary'))).toEqual([409, 'export.nothing_there']);
  expect((await get('?report_type=all&file_type=txt')).status).toBe(200);
});

test('It is for its owner alone', async () => {
  const { app, db, bearer, id, get } = await setUp();
  expect((await get('', { headers: {} })).status).toBe(401);
  const headers = await bearer(await buildUser(db));
  const theirs = await app.request(`/api/v1/sessions/${id}/report`, { headers });
  expect(await codeOf(theirs)).toEqual([404, 'session.not_found']);
});

/** A long session as it is exported, without storing it. */
async function longSession(): Promise<SessionDetail> {
  const { app, id, headers } = await setUp();
  const detail = (await (await app.request(`/api/v1/sessions/${id}`, { headers })).json()) as SessionDetail;
  return { ...detail, duration: 9_000, transcript: buildLongTranscript(25_000, 8) };
}
const pdf = { report_type: 'transcript', file_type: 'pdf' } as const;

test('Whoever goes away ends the work, and makes room for the next one', async () => {
  const reports = createReports({ clock: { now: () => 0 }, slots: 1 });
  const session = await longSession();
  const first = await reports.write(session, pdf);
  const waiting = new AbortController();
  const second = reports.write(session, pdf, { signal: waiting.signal });
  const third = reports.write(session, { ...pdf, file_type: 'txt' });
  waiting.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  first.body.destroy();
  const written = await text((await third).body);
  expect(written).toContain('Wir kommen zum zweiten Traktandum');
  await reports.close();
});

test('Closing ends what is being written; what comes later is refused', async () => {
  const reports = createReports({ clock: { now: () => 0 } });
  const session = await longSession();
  const [written] = await Promise.allSettled([reports.write(session, pdf), reports.close()]);
  expect(written).toMatchObject({ status: 'rejected', reason: { code: 'export.failed' } });
  await expect(reports.write(session, pdf)).rejects.toMatchObject({ code: 'export.failed' });
});

test('A document that takes too long is given up', async () => {
  const reports = createReports({ clock: { now: () => 0 }, longestMs: 1 });
  const session = await longSession();
  await expect(reports.write(session, pdf)).rejects.toMatchObject({ code: 'export.failed' });
  await reports.close();
});

test.runIf(isLong)(
  'While a long one is written others get their turn',
  async () => {
    const reports = createReports({ clock: { now: () => 0 } });
    const session = await longSession();
    let turns = 0;
    const counting = setInterval(() => turns++, 0);
    onTestFinished(() => clearInterval(counting));
    for (const file_type of ['json', 'srt', 'pdf'] as const) {
      turns = 0;
      const { body } = await reports.write(session, { report_type: 'transcript', file_type });
      for await (const _ of body);
      expect(turns).toBeGreaterThan(5);
    }
    await reports.close();
  },
  30_000,
);
