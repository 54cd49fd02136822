import type { ReportDocument } from '#api/export/document.ts';
import { compose } from './compose.ts';
import { drawPages } from './draw.ts';
import { createFaces } from './faces.ts';
import { measures } from './flow.ts';
import { openPdf } from './pdf-document.ts';
import { paginate } from './strips.ts';

/**
 * Writes a tagged PDF (ISO 32000-1, 14.8; as close to PDF/UA-1 as PDFKit allows), page by page. All pages are laid out
 * first, because each shows their number. Equal documents give equal bytes.
 */
export function* writePdf(document: ReportDocument): Generator<Uint8Array> {
  const { title, language, createdAt, sections } = document;
  const subject = sections.map((section) => section.title).join(', ');
  const pdf = openPdf({ title, subject, language, createdAt });
  const faces = createFaces(pdf);
  const strips = compose(document, faces);
  const pages = paginate(strips, measures.topPt, measures.bottomPt - measures.topPt);
  const taken = function* (): Generator<Uint8Array> {
    for (let chunk = pdf.read() as Uint8Array | null; chunk; chunk = pdf.read() as Uint8Array | null)
      yield chunk;
  };
  for (const _ of drawPages(pdf, pages, { document, faces })) yield* taken();
  pdf.end();
  yield* taken();
}
