import { expect, it } from 'vitest';
import { effectiveTags } from '#api/contract/domain.ts';
import { buildDomain } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';

const configOf = async ({ app }: Awaited<ReturnType<typeof testApp>>) =>
  (await (await app.request('/api/v1/domain-config')).json()) as unknown;

it('tells a host without a row the values of the environment', async () => {
  const tested = await testApp();
  expect(await configOf(tested)).toEqual({
    tags: effectiveTags(null),
    config: {
      max_upload_bytes: 150_000_000,
      mp3: { sample_rate: 24_000, bitrate: 64 },
      remote_dictation: false,
      links: { chat_app: null, support_desk: null },
      app_store: { app_id: null },
    },
  });
});

it('tells a host what its row says, and its own config without replacing ours', async () => {
  const tested = await testApp();
  await buildDomain(tested.db, {
    host: 'localhost',
    tags: '["share"]',
    config: '{"own":1,"max_upload_bytes":5}',
    limits: '{"max_upload_bytes":2000000,"quota_bytes":null}',
    mp3: '{"sample_rate":16000,"bitrate":32}',
    links: '{"chat_app":"https://chat.example.ch/","support_desk":null}',
  });
  expect(await configOf(tested)).toMatchObject({
    tags: ['share'],
    config: {
      own: 1,
      max_upload_bytes: 2_000_000,
      mp3: { sample_rate: 16_000, bitrate: 32 },
      links: { chat_app: 'https://chat.example.ch/', support_desk: null },
    },
  });
});

it.each([true, false])('says whether dictation may send sound elsewhere: %s', async (remoteDictation) => {
  const tested = await testApp({ remoteDictation });
  expect(await configOf(tested)).toMatchObject({ config: { remote_dictation: remoteDictation } });
});
