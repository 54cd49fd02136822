import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reportFormats } from '#api/contract/export.ts';
import type { Options } from '../main.ts';
import { goal, quantile, round, type Report } from '../report.ts';
import { measureAnswers } from './answers.ts';
import { speakers, words } from './long-session.ts';
import { convertByOffice } from './office.ts';
import type { Written } from './write-once.ts';

const maxMs = 10_000;
const maxBytes = 300e6;
const runs = 3;

/** Returns the run with the median time of several runs, each in its own process. */
function write(format: string, path: string): Written {
  const script = join(import.meta.dirname, 'write-once.ts');
  const made = Array.from(
    { length: runs },
    () => JSON.parse(execFileSync(process.execPath, [script, format, path], { encoding: 'utf8' })) as Written,
  );
  return made.toSorted((a, b) => a.tookMs - b.tookMs)[Math.floor(runs / 2)]!;
}

/**
 * Exports a transcript of 2:30 h in each format, and measures time, peak memory and bytes. LibreOffice is the peer.
 * Also measures the response times of the server meanwhile.
 */
export async function measure({ only }: Options): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'wortlaut-bench-'));
  try {
    const made = new Map(
      reportFormats.map((format) => [format, write(format, join(folder, `report.${format}`))] as const),
    );
    const office = await convertByOffice(join(folder, 'report.docx'), folder);
    const rows: Report['rows'] = [...made.values()].map(({ format, tookMs, firstMs, bytes, peakBytes }) => ({
      format,
      s: round(tookMs / 1000),
      'first byte s': round(firstMs / 1000),
      kB: Math.round(bytes / 1000),
      'peak MB': Math.round(peakBytes / 1e6),
      'time : limit': round(tookMs / maxMs),
      'memory : limit': round(peakBytes / maxBytes),
    }));
    if (office)
      rows.push({
        format: `pdf of the docx, ${office.version}`,
        s: round(office.tookMs / 1000),
        'peak MB': Math.round(office.peakBytes / 1e6),
        'time : limit': round(office.tookMs / maxMs),
        'memory : limit': round(office.peakBytes / maxBytes),
      });
    const answers = only === 'files' ? null : await measureAnswers();
    const p99 = answers ? quantile(answers.exporting, 0.99) : null;
    const health: Report['rows'] = answers
      ? (['idle', 'exporting'] as const).map((state) => ({
          'GET /api/v1/health while': state,
          requests: answers[state].length,
          'p50 ms': round(quantile(answers[state], 0.5)),
          'p99 ms': round(quantile(answers[state], 0.99)),
          'longest ms': round(quantile(answers[state], 1)),
        }))
      : [];
    const pdf = made.get('pdf')!;
    return {
      name: 'export',
      rows,
      more: answers ? [health] : [],
      figures: { words, speakers, runs, rows, health, office },
      goals: [
        goal('PDF of 2:30 h', pdf.tookMs / 1000, 's', '<=', maxMs / 1000),
        goal('PDF of 2:30 h, peak memory of the process', pdf.peakBytes / 1e6, 'MB', '<=', maxBytes / 1e6),
        goal('DOCX of 2:30 h', made.get('docx')!.tookMs / 1000, 's', '<=', maxMs / 1000),
        goal(
          'DOCX of 2:30 h, peak memory of the process',
          made.get('docx')!.peakBytes / 1e6,
          'MB',
          '<=',
          maxBytes / 1e6,
        ),
        goal('PDF: time to that of LibreOffice', office && pdf.tookMs / office.tookMs, '×', '<=', 1),
        goal('health while two people export, p99', p99, 'ms', '<=', 100),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
