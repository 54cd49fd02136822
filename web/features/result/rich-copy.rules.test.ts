import { expect, test } from 'vitest';
import { parseMarkdown } from '#api/shared/markdown/markdown.ts';
import { blocksToHtml, blocksToPlain } from './rich-copy.rules.ts';

const options = { durationS: 900, sources: new Set([1]) };
const text = [
  '# Titel',
  'Ein *Satz* mit **Fett**, ~~weg~~, `a<b`, 12:30 [1]',
  'und [Link](https://x.ch/?a=1&b="2") www.x.ch',
  '',
  '3. drei',
  '   - [x] erledigt',
  '4. vier',
  '',
  '| a | b |',
  '|---|---|',
  '| 1 | <i> |',
  '',
  '> Zitat',
  '',
  '---',
  '',
  '```',
  '<b>',
  '```',
].join('\n');

test('A copy keeps the form', () => {
  expect(blocksToHtml(parseMarkdown(text, options))).toBe(
    '<h1>Titel</h1><p>Ein <em>Satz</em> mit <strong>Fett</strong>, <s>weg</s>, <code>a&lt;b</code>, 12:30 ' +
      '<sup>[1]</sup><br>und [Link](https://x.ch/?a=1&amp;b=&quot;2&quot;) ' +
      '<a href="http://www.x.ch">www.x.ch</a></p>' +
      '<ol start="3"><li>drei<ul><li>☑ erledigt</li></ul></li><li>vier</li></ol>' +
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>&lt;i&gt;</td></tr></tbody></table>' +
      '<blockquote><p>Zitat</p></blockquote><hr><pre><code>&lt;b&gt;</code></pre>',
  );
});

test('A plain copy reads as one would type it', () => {
  expect(blocksToPlain(parseMarkdown(text, options))).toBe(
    [
      'Titel',
      '',
      'Ein Satz mit Fett, weg, a<b, 12:30 [1]',
      'und [Link](https://x.ch/?a=1&b="2") www.x.ch',
      '',
      '3. drei',
      '   - [x] erledigt',
      '4. vier',
      '',
      'a\tb',
      '1\t<i>',
      '',
      '> Zitat',
      '',
      '———',
      '',
      '<b>',
    ].join('\n'),
  );
  expect(blocksToPlain(parseMarkdown('[hier](https://x.ch/y)'))).toBe('hier (https://x.ch/y)');
});

test('Nothing of a text becomes an element of the copy', () => {
  const html = blocksToHtml(
    parseMarkdown('<img src=x onerror=alert(1)> [a](javascript:alert(1)) "<script>"', options),
  );
  expect(html).toBe(
    '<p>&lt;img src=x onerror=alert(1)&gt; [a](javascript:alert(1)) &quot;&lt;script&gt;&quot;</p>',
  );
});
