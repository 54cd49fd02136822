import { expect, it } from 'vitest';
import { helpHref, isHelpTopic, topicOfScreen } from './help.rules.ts';

it('Each screen leads to the help about it', () => {
  expect(topicOfScreen('/library')).toBe('library');
  expect(topicOfScreen('/library/')).toBe('library');
  expect(topicOfScreen('/library/a1')).toBe('transcript');
  expect(topicOfScreen('/library/a1', { tab: 'notes' })).toBe('notes');
  expect(topicOfScreen('/library/a1', { tab: 'result:summary' })).toBe('results');
  expect(topicOfScreen('/library/a1', { mode: 'upload' })).toBe('upload');
  expect(topicOfScreen('/library/a1', { mode: 'dictation' })).toBe('dictate');
  expect(topicOfScreen('/pair')).toBe('phone');
  expect(topicOfScreen('/pair/b2')).toBe('phone');
  expect(topicOfScreen('/create')).toBe('record');
  for (const path of ['/account', '/signin', '/forgot-password']) expect(topicOfScreen(path)).toBe('account');
  expect(topicOfScreen('/admin/domains', { host: 'a.ch' })).toBe('administration');
  expect(topicOfScreen('/')).toBeNull();
});

it('The address of the help names topic and section', () => {
  expect(helpHref(null)).toBe('/help');
  expect(helpHref('sound-check')).toBe('/help/sound-check');
  expect(helpHref('library', 1)).toBe('/help/library#section-2');
  expect(isHelpTopic('library')).toBe(true);
  expect(isHelpTopic('toString')).toBe(false);
});
