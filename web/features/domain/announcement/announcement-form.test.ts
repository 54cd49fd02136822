import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { putAnnouncementSchema } from '#api/contract/announcement.ts';
import { adminAnnouncementFixture } from '#web/testing/announcement-fixture.ts';
import {
  languageToMend,
  newForm,
  problemsOf,
  stateAt,
  toForm,
  toLocal,
  toPut,
  writtenLanguages,
  type AnnouncementForm,
} from './announcement-form.rules.ts';

const filled = (change: Partial<AnnouncementForm> = {}): AnnouncementForm => ({
  ...newForm(),
  title: { de: 'Kurs', en: '', fr: '', it: '' },
  ...change,
});
const found = (form: AnnouncementForm) => Object.fromEntries(problemsOf(form, 'de'));

test('What is read and saved again stays the same, to the minute', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2001-01-01'), max: new Date('2150-01-01'), noInvalidDate: true }),
      (date) => {
        date.setUTCSeconds(0, 0);
        const starts_at = date.toISOString();
        const before = adminAnnouncementFixture({ starts_at, link: 'https://example.ch/' });
        const { id: _id, etag: _etag, ...rest } = before;
        expect(putAnnouncementSchema.parse(toPut(toForm(before)))).toEqual(rest);
      },
    ),
  );
});

test('A moment is written as a time of this device', () => {
  expect(toLocal(null)).toBe('');
  expect(toLocal(new Date(2026, 0, 5, 7, 3).toISOString())).toBe('2026-01-05T07:03');
});

describe('A form', () => {
  it('needs a title in one language, and in each that has other texts', () => {
    expect(found(filled())).toEqual({});
    expect(found(newForm())).toEqual({ 'title.de': 'title' });
    const message = { de: '', en: '', fr: 'Bonjour', it: '' };
    expect(found(filled({ message }))).toEqual({ 'title.fr': 'titleLanguage' });
  });

  it('names what is too long', () => {
    const cta_text = { de: 'x'.repeat(61), en: '', fr: '', it: '' };
    expect(found(filled({ cta_text, link: 'https://example.ch' }))).toEqual({ 'cta_text.de': 'long' });
  });

  it('takes https addresses only, and needs one for the text of the link', () => {
    expect(found(filled({ link: 'http://example.ch' }))).toEqual({ link: 'link' });
    expect(found(filled({ link: 'https://a:b@example.ch' }))).toEqual({ link: 'link' });
    expect(found(filled({ link: ' https://example.ch ' }))).toEqual({});
    const cta_text = { de: 'Anmelden', en: '', fr: '', it: '' };
    expect(found(filled({ cta_text }))).toEqual({ link: 'linkMissing' });
  });

  it('ends after it begins, with moments and a priority that exist', () => {
    expect(found(filled({ starts: '2026-01-02T10:00', expires: '2026-01-02T10:00' }))).toEqual({
      expires: 'order',
    });
    expect(found(filled({ starts: 'morgen' }))).toEqual({ starts: 'moment' });
    expect(found(filled({ expires: '1026-01-02T10:00' }))).toEqual({ expires: 'moment' });
    for (const priority of [null, -1, 101, 1.5])
      expect(found(filled({ priority }))).toEqual({ priority: 'priority' });
  });
});

test('The language is shown in which something is wrong, if nothing is wrong on the screen', () => {
  const problems = (...fields: string[]) => new Map(fields.map((field) => [field, 'long' as const]));
  expect(languageToMend(problems('title.fr'), 'de')).toBe('fr');
  expect(languageToMend(problems('title.fr', 'message.de'), 'de')).toBe('de');
  expect(languageToMend(problems('title.fr', 'link'), 'de')).toBe('de');
  expect(languageToMend(problems(), 'it')).toBe('it');
});

test('An announcement is planned, shown or over', () => {
  const between = { starts_at: '2026-11-20T00:00:00Z', expires_at: '2026-11-21T00:00:00Z' };
  const at = (iso: string) => Date.parse(iso);
  expect(stateAt(between, at('2026-11-19T23:59:59Z'))).toBe('planned');
  expect(stateAt(between, at('2026-11-20T00:00:00Z'))).toBe('shown');
  expect(stateAt(between, at('2026-11-21T00:00:00Z'))).toBe('over');
  expect(stateAt({ starts_at: null, expires_at: null }, 0)).toBe('shown');
});

test('The languages with a text are named', () => {
  expect(writtenLanguages(filled())).toEqual(['de']);
  expect(writtenLanguages(newForm())).toEqual([]);
});
