import { describe, expect, it } from 'vitest';
import { afterEvent, shownText, streamParts, withoutHalfSource } from './stream.rules.ts';

describe('a text that is being written', () => {
  it('begins, goes on, begins anew', () => {
    expect(afterEvent(null, { event: 'text', text: 'Der' })).toBe('Der');
    expect(afterEvent('Der', { event: 'more', text: ' Rat' })).toBe('Der Rat');
    expect(afterEvent(null, { event: 'more', text: 'Rat' })).toBe('Rat');
    expect(afterEvent('Der Rat', { event: 'text', text: '' })).toBe('');
    expect(afterEvent('Der Rat', { event: 'end' })).toBe('Der Rat');
  });

  it('is not set back by a poll that is older, and goes on by polls without its stream', () => {
    expect(shownText(null, false, 'Der')).toBe('Der');
    expect(shownText('Der Rat', true, 'Der')).toBe('Der Rat');
    expect(shownText('Der', true, 'Was verworfen wurde')).toBe('Der');
    expect(shownText('Der Rat', false, 'Der')).toBe('Der Rat');
    expect(shownText('Der Rat', false, 'Der Rat tagt')).toBe('Der Rat tagt');
  });

  it('does not show half a source', () => {
    const texts = ['Bewilligt [', 'Bewilligt [12', 'Bewilligt [?', 'Bewilligt [1]', 'Bewilligt [an'];
    expect(texts.map(withoutHalfSource)).toEqual([
      'Bewilligt',
      'Bewilligt',
      'Bewilligt',
      'Bewilligt [1]',
      'Bewilligt [an',
    ]);
  });
});

describe('the parts of a growing text', () => {
  const paragraph = `${'Der Rat bewilligt den Kredit. '.repeat(20)}\n\n`;

  it('together are the text, and only the last one changes', () => {
    const text = paragraph.repeat(40) + '- eins\n'.repeat(3_000);
    const whole = streamParts(text);
    expect(whole.join('')).toBe(text);
    expect(whole.length).toBeGreaterThan(5);
    expect(Math.max(...whole.map((part) => part.length))).toBeLessThan(9_000);
    for (let length = 0; length < text.length; length += 997) {
      const before = streamParts(text.slice(0, length));
      expect(whole.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
    }
  });

  it('end where a paragraph ends, never in code', () => {
    expect(streamParts('kurz')).toEqual(['kurz']);
    const parts = streamParts(paragraph.repeat(20));
    expect(parts.slice(0, -1).every((part) => part.endsWith('\n\n'))).toBe(true);
    const code = `\`\`\`\n${'zeile\n\n'.repeat(2_000)}\`\`\`\n`;
    expect(streamParts(`${code}Ende`)).toEqual([code, 'Ende']);
  });
});
