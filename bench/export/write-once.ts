/** Writes one report of 2:30 h in its own process and prints what was measured: `node write-once.ts FORMAT [FILE]`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { ReportFormat } from '#api/contract/export.ts';
import { createReports } from '#api/export/report.ts';
import { longSession } from './long-session.ts';

/** Times are in ms. `peakBytes` is the peak memory of the whole process with its threads. */
export type Written = { format: string; tookMs: number; firstMs: number; bytes: number; peakBytes: number };

const peakBytes = (): number =>
  1024 * Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0);

const [format = 'pdf', path] = process.argv.slice(2) as [ReportFormat, string?];
const session = longSession();
const reports = createReports({ clock: { now: () => Date.UTC(2026, 10, 21) } });
const startedAt = performance.now();
const { body } = await reports.write(session, { report_type: 'transcript', file_type: format });
const firstMs = performance.now() - startedAt;
const bytes = await buffer(body);
const tookMs = performance.now() - startedAt;
await reports.close();
if (path) writeFileSync(path, bytes);
const written: Written = { format, tookMs, firstMs, bytes: bytes.length, peakBytes: peakBytes() };
process.stdout.write(JSON.stringify(written));
