import { expect, test } from 'vitest';
import type { OfferedOption } from '#api/contract/option.ts';
import { offeredFixture } from '#web/testing/option-fixture.ts';
import { choiceToSettings, isChosen, optionsToChoose } from './create-options.rules.ts';

const labels = (options: readonly OfferedOption[]) => options.map(({ label }) => label);

test('Neither a prompt of one’s own nor a translation into the spoken language can be chosen beforehand', () => {
  expect(labels(optionsToChoose(offeredFixture('llm'), 'de'))).toEqual([
    'minutes',
    'summary',
    'translation_fr',
  ]);
  expect(labels(optionsToChoose(offeredFixture('llm'), 'de-CH'))).not.toContain('translation_de');
  expect(labels(optionsToChoose(offeredFixture('llm'), 'fr'))).toEqual([
    'minutes',
    'summary',
    'translation_de',
  ]);
});

test('What is on by default is chosen until somebody says otherwise', () => {
  expect(choiceToSettings(offeredFixture('llm'), 'de', {})).toEqual({ options: ['summary'] });
  expect(choiceToSettings(offeredFixture('llm'), 'de', { summary: false, minutes: true })).toEqual({
    options: ['minutes'],
  });
  expect(choiceToSettings(offeredFixture('llm'), 'de', { summary: false })).toEqual({ options: [] });
});

test('What nothing can make is not chosen, nor what was ticked before the language was changed', () => {
  const choice = { translation_fr: true };
  const french = offeredFixture('extract').find(({ label }) => label === 'translation_fr');
  expect(isChosen(french!, choice)).toBe(false);
  expect(choiceToSettings(offeredFixture('extract'), 'de', choice)).toEqual({ options: ['summary'] });
  expect(choiceToSettings(offeredFixture('llm'), 'de', choice).options).toContain('translation_fr');
  expect(choiceToSettings(offeredFixture('llm'), 'fr', choice).options).not.toContain('translation_fr');
});

test('Where the options are not known the choice is left to the server', () => {
  expect(choiceToSettings(undefined, 'de', { summary: false })).toEqual({});
});
