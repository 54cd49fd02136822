/** Draws the icons of the installed app as PNG, from the SVGs beside them: `node tools/run.mjs tools/icons.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { chromiumLaunch } from './chromium.ts';

const folder = join(import.meta.dirname, '../web/public');

/** An iPhone cuts the corners itself, so it gets the full square. */
const icons = [
  { from: 'icon.svg', to: 'icon', size: 192 },
  { from: 'icon.svg', to: 'icon', size: 512 },
  { from: 'icon-maskable.svg', to: 'icon-maskable', size: 512 },
  { from: 'icon-maskable.svg', to: 'icon-apple', size: 180 },
];

const browser = await chromium.launch(chromiumLaunch);
for (const { from, to, size } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const svg = readFileSync(join(folder, from)).toString('base64');
  await page.setContent(
    `<body style="margin:0"><img width="${size}" height="${size}" src="data:image/svg+xml;base64,${svg}">`,
  );
  await page.evaluate('document.images[0].decode()');
  const png = await page.screenshot({ omitBackground: true });
  writeFileSync(join(folder, `${to}-${size}.png`), png);
  await page.close();
}
await browser.close();
