import { expect, test, vi } from 'vitest';
import { saveFile } from './save-file.ts';

test('A file is saved under its name with all its bytes', async () => {
  const links: { name: string; url: string }[] = [];
  const onClick = (event: MouseEvent) => {
    event.preventDefault();
    const link = event.target as HTMLAnchorElement;
    links.push({ name: link.download, url: link.href });
  };
  // The link is never attached, so that only its own click is observed.
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    this.addEventListener('click', onClick, { once: true });
    this.dispatchEvent(new MouseEvent('click', { cancelable: true }));
  });
  saveFile(new Blob([new Uint8Array([1, 2, 3])], { type: 'audio/mpeg' }), 'Sitzung.mp3');
  click.mockRestore();
  expect(links.map(({ name }) => name)).toEqual(['Sitzung.mp3']);
  const saved = await (await fetch(links[0]?.url ?? '')).blob();
  expect(saved.type).toBe('audio/mpeg');
  expect([...new Uint8Array(await saved.arrayBuffer())]).toEqual([1, 2, 3]);
});
