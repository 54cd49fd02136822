import { createInstance } from 'i18next';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { de } from '#web/i18n/de/index.ts';
import { en } from '#web/i18n/en/index.ts';
import { fr } from '#web/i18n/fr/index.ts';
import { it as italian } from '#web/i18n/it/index.ts';
import { announcementFixture, dataProtectionFixture } from '#web/testing/announcement-fixture.ts';
import { announcementWords } from './announcement-words.ts';
import { chosenItem, dueAnnouncements, isTimely, nextChangeMs } from './info-bar.rules.ts';
import { readClosed, withClosed } from './info-bar.rules.ts';

const dayMs = 86_400_000;
const nowMs = Date.parse('2026-11-20T12:00:00Z');
const first = announcementFixture({ key: 'first' });
const second = announcementFixture({ key: 'second' });

describe('Of all that waits the bar shows', () => {
  const all = { hasTrouble: true, survey: 'q1' as const, isRecording: false, announcements: [first, second] };

  it('trouble of the connection first, then the survey with its thanks, then the first announcement', () => {
    expect(chosenItem(all)).toEqual({ kind: 'network' });
    expect(chosenItem({ ...all, hasTrouble: false })).toEqual({ kind: 'survey' });
    expect(chosenItem({ ...all, hasTrouble: false, survey: 'thanks' })).toEqual({ kind: 'survey-thanks' });
    const rest = { ...all, hasTrouble: false, survey: null };
    expect(chosenItem(rest)).toEqual({ kind: 'announcement', announcement: first });
    expect(chosenItem({ ...rest, announcements: [] })).toBeNull();
  });

  it('no question while something is recorded', () => {
    const recording = { ...all, hasTrouble: false, isRecording: true };
    expect(chosenItem(recording)).toEqual({ kind: 'announcement', announcement: first });
    expect(chosenItem({ ...recording, announcements: [] })).toBeNull();
  });
});

describe('What comes while a screen is shown', () => {
  const news = { kind: 'announcement', announcement: first } as const;
  const bare = { place: '/library', isShown: false };

  it('waits for the next screen, or until the page is hidden', () => {
    expect(isTimely(bare, news, '/library', false)).toBe(false);
    expect(isTimely(bare, { kind: 'survey' }, '/library', false)).toBe(false);
    expect(isTimely(bare, news, '/library/s1', false)).toBe(true);
    expect(isTimely(bare, news, '/library', true)).toBe(true);
  });

  it('does not wait where the bar is there already, nor does trouble of the connection', () => {
    expect(isTimely({ ...bare, isShown: true }, { kind: 'survey' }, '/library', false)).toBe(true);
    expect(isTimely(bare, { kind: 'network' }, '/library', false)).toBe(true);
    expect(isTimely({ ...bare, isShown: true }, null, '/library/s1', true)).toBe(false);
  });
});

describe('An announcement is due', () => {
  it('until it expires', () => {
    const expiring = announcementFixture({ expires_at: '2026-11-20T12:00:00Z' });
    expect(dueAnnouncements([expiring, second], {}, nowMs - 1)).toEqual([expiring, second]);
    expect(dueAnnouncements([expiring, second], {}, nowMs)).toEqual([second]);
  });

  it('until it is closed, for good; that of data protection for 4 days', () => {
    const protection = dataProtectionFixture();
    const closed = { first: nowMs, [protection.key]: nowMs };
    const due = (atMs: number) => dueAnnouncements([first, second, protection], closed, atMs);
    expect(due(nowMs)).toEqual([second]);
    expect(due(nowMs + 4 * dayMs - 1)).toEqual([second]);
    expect(due(nowMs + 4 * dayMs)).toEqual([second, protection]);
    expect(due(nowMs + 400 * dayMs)).not.toContain(first);
  });

  it('not again because the clock was set back', () => {
    const protection = dataProtectionFixture();
    expect(dueAnnouncements([protection], { [protection.key]: nowMs }, nowMs - dayMs)).toEqual([]);
  });

  it('or not as a name of every object has a value', () => {
    const odd = announcementFixture({ key: 'constructor' });
    expect(dueAnnouncements([odd], {}, nowMs)).toEqual([odd]);
  });
});

test('The next moment to look is the next end or return; there may be none', () => {
  const protection = dataProtectionFixture();
  const expiring = announcementFixture({ expires_at: new Date(nowMs + 9 * dayMs).toISOString() });
  const closed = { [protection.key]: nowMs };
  expect(nextChangeMs([expiring, protection], closed, nowMs)).toBe(nowMs + 4 * dayMs);
  expect(nextChangeMs([expiring], {}, nowMs)).toBe(nowMs + 9 * dayMs);
  expect(nextChangeMs([first], { first: nowMs }, nowMs)).toBe(Infinity);
});

describe('What is closed', () => {
  it('is remembered for each person', () => {
    const stored = JSON.stringify(withClosed(withClosed({}, 'petra', 'first', 1), 'urs', 'second', 2));
    expect(readClosed(stored)).toEqual({ petra: { first: 1 }, urs: { second: 2 } });
    expect(withClosed(readClosed(stored), 'petra', 'first', 9)['petra']).toEqual({ first: 9 });
  });

  it.each(['{', 'null', '[]', '"x"', '{"petra":[1]}', '{"petra":{"first":"1"}}', null])(
    'is nothing if %s is stored',
    (stored) => {
      expect(Object.values(readClosed(stored)).flatMap((keys) => Object.keys(keys))).toEqual([]);
    },
  );

  it('stays small: the oldest go', () => {
    let all = readClosed(null);
    for (let at = 1; at <= 60; at++) all = withClosed(all, 'petra', `key-${at}`, at);
    for (let at = 1; at <= 60; at++) all = withClosed(all, `person-${at}`, 'first', at);
    expect(Object.keys(all)).toHaveLength(50);
    expect(all['petra']).toBeUndefined();
    let keys = readClosed(null);
    for (let at = 1; at <= 60; at++) keys = withClosed(keys, 'petra', `key-${at}`, at);
    expect(Object.keys(keys['petra'] ?? {})).toHaveLength(50);
    expect(keys['petra']).not.toHaveProperty('key-1');
  });
});

describe('The data-protection announcement', () => {
  // Node names a region of its own, which would decide the format of dates.
  beforeEach(() => void vi.stubGlobal('navigator', { languages: [] }));
  afterEach(() => void vi.unstubAllGlobals());
  const wordsIn = async (language: string, change = {}) => {
    const resources = Object.fromEntries(
      Object.entries({ de, en, fr, it: italian }).map(([name, translation]) => [name, { translation }]),
    );
    const t = await createInstance().init({
      lng: language,
      resources,
      interpolation: { escapeValue: false },
    });
    return announcementWords(dataProtectionFixture(change), language, t);
  };

  it('has the periods and dates of §9 in each language', async () => {
    expect((await wordsIn('en')).message).toMatch(
      /From 1 December 2025 audio is deleted after 30 days and all other content of a session after 6 months\. Audio from before 1 November 2025 and sessions from before 1 June 2025 are deleted on that day\./,
    );
    const parts: Record<string, RegExp> = {
      de: /Ab 1\. Dezember 2025 .* 30 Tagen .* 6 Monaten.*1\. November 2025.*1\. Juni 2025/,
      fr: /1 décembre 2025.*30 jours.*6 mois.*1 novembre 2025.*1 juin 2025/,
      it: /1 dicembre 2025.*30 giorni.*6 mesi.*1 novembre 2025.*1 giugno 2025/,
    };
    for (const [language, part] of Object.entries(parts))
      expect((await wordsIn(language)).message).toMatch(part);
  });

  it('says what goes only where a period becomes shorter', async () => {
    const audio = await wordsIn('en', { content_before: null });
    expect(audio.message).toContain('Audio from before 1 November 2025 is deleted on that day.');
    expect(audio.message).not.toContain('essions from before');
    const content = await wordsIn('en', { audio_before: null, content_months: 1 });
    expect(content.message).toContain('after 1 month. Sessions from before 1 June 2025 are deleted');
    expect(content.message).not.toContain('udio from before');
  });
});
