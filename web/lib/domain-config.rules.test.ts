import { expect, it } from 'vitest';
import { domainConfigSchema } from '#api/contract/domain.ts';
import { domainConfigFixture } from '#web/testing/domain-config-fixture.ts';
import { toDomainConfig } from './domain-config.rules.ts';

const whole = domainConfigFixture(['share']);
const withConfig = (change: object) => ({ ...whole, config: { ...whole.config, ...change } });

it.each([
  ['a whole one', whole],
  ['one with a field of tomorrow', { ...withConfig({ tomorrow: 1 }), tomorrow: 1 }],
  ['nothing', null],
  ['a text', 'config'],
  ['a list', []],
  ['one without functions', { config: whole.config }],
  ['one without settings', { tags: [] }],
  ['functions that are no texts', { ...whole, tags: [1] }],
  ['half a byte', withConfig({ max_upload_bytes: 1.5 })],
  ['a rate that no recording has', withConfig({ mp3: { sample_rate: 44_100, bitrate: 64 } })],
  ['a bit rate of another rate', withConfig({ mp3: { sample_rate: 16_000, bitrate: 320 } })],
  ['no format', withConfig({ mp3: null })],
  ['a dictation that is neither on nor off', withConfig({ remote_dictation: 'yes' })],
])('Schema and page agree about %s', (_name, value) => {
  expect(toDomainConfig(value)).toEqual(domainConfigSchema.safeParse(value).data);
});
