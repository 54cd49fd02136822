import { parentPort, workerData } from 'node:worker_threads';
import { toDocument, type ReportDocument } from './document.ts';
import { gathered, type Written } from './gathered.ts';
import type { ReportSource } from './report-source.ts';

/** Formats for people. They are written in a thread, because parsing Markdown and layout are slow. */
export type ThreadFormat = 'pdf' | 'docx' | 'txt' | 'md';
export type ReportTask = { source: ReportSource; format: ThreadFormat };
/** A part of the document; null at the end. */
export type ReportPart = Uint8Array<ArrayBuffer> | null;

type Writer = (document: ReportDocument) => Written;

const writers: Record<ThreadFormat, () => Promise<Writer>> = {
  pdf: async () => (await import('#api/export/pdf/write-pdf.ts')).writePdf,
  docx: async () => (await import('#api/export/docx/write-docx.ts')).writeDocx,
  txt: async () => (await import('./write-txt.ts')).writeTxt,
  md: async () => (await import('./write-md.ts')).writeMd,
};

const { source, format } = workerData as ReportTask;
const write = await writers[format]();
for await (const part of gathered(write(toDocument(source)))) parentPort?.postMessage(part, [part.buffer]);
parentPort?.postMessage(null);
