import { join } from 'node:path';
import { mkdtempSync, existsSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { chromiumLaunch } from '../tools/chromium.ts';
import { rendererPssBytes } from './memory.ts';
const root = join(import.meta.dirname, '..');
const path = '/tmp/e/hour.m4a';
if (!existsSync(path)) execFileSync('ffmpeg', ['-v','error','-stream_loop','-1','-i','/work/shared/audio/en/librivox-sonnet1.mp3','-t','3600','-ac','2','-ar','48000','-c:a','aac','-b:a','96k',path]);
const server = await createServer({ configFile: join(root, 'vite.config.ts'), logLevel: 'error', server: { port: 0, host: '127.0.0.1' } });
await server.listen();
const dir = mkdtempSync('/tmp/e/prof');
const browser = await chromium.launchPersistentContext(dir, chromiumLaunch);
const script = (keep: boolean) => `(async () => { const m = await import("/@fs/work/main/workers/encode/encoder.client.ts"); const pool = m.openEncodePool({sampleRate:24000,bitrate:64},1); const pcm = new Float32Array(new SharedArrayBuffer(48*24000*4)); for (let i=0;i<pcm.length;i++) pcm[i]=Math.sin(i*0.05)*0.3*Math.sin(i*0.0001); globalThis.kept=[]; for (let i=0;i<120;i++){ const r = await pool.encode({index:i,pcm,skipFrames:0,frames:null}); if (${keep}) kept.push(r.frames);} await new Promise(r=>setTimeout(r,1000)); pool[Symbol.dispose](); })()`;
for (const keep of [false, true]) {
  const page = await browser.newPage();
  await page.goto(`${server.resolvedUrls?.local[0] ?? ''}@fs${join(root, 'bench/page.html')}`);
  await page.waitForFunction('"pass" in globalThis');
  const empty = rendererPssBytes(dir);
  const series: number[] = [];
  const timer = setInterval(() => series.push(Math.round((rendererPssBytes(dir) - empty) / 1e6)), 1000);
  const t = performance.now();
  await page.evaluate(script(keep));
  clearInterval(timer);
  console.log(keep, Math.round(performance.now() - t), series.join(' '));
  await page.close();
}
await browser.close(); await server.close(); process.exit(0);
