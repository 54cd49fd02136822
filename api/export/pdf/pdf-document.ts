import PdfKit from 'pdfkit';

export type StructureElement = {
  add(child: unknown): StructureElement;
  end(): void;
  dictionary: { data: Record<string, unknown> };
};

type OpenFont = {
  id: string;
  ref(): unknown;
  /** Returns the glyph codes of a text, hexadecimal. */
  encode(text: string): [codes: string[], positions: unknown[]];
  font: { hasGlyphForCodePoint(codePoint: number): boolean };
};
type OutlineItem = { addItem(title: string, options?: object): OutlineItem };

/** Internals of PDFKit that its types leave out. */
type Inner = {
  _font: OpenFont;
  _root: { data: Record<string, unknown> };
  _addInfo(): void;
  appendXML(xml: string): void;
  addContent(operators: string): void;
  page: { fonts: Record<string, unknown> };
  outline: OutlineItem;
  struct(type: string, options?: object): StructureElement;
};

export type Pdf = Omit<PDFKit.PDFDocument, 'struct' | 'outline' | 'page' | 'addContent'> & Inner;

/** A4, points. */
export const page = { widthPt: 595.28, heightPt: 841.89 };

const xml = (text: string): string =>
  text
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    // XML 1.0, 2.2 forbids these characters, even as references.
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');

type PdfOptions = { title: string; subject: string; language: string; createdAt: Date };

/**
 * Opens an empty, tagged PDF 1.7 that declares PDF/UA-1: it shows its title and has a language, a structure and
 * metadata. Equal options give equal bytes.
 */
export function openPdf({ title, subject, language, createdAt }: PdfOptions): Pdf {
  const creator = 'Wortlaut';
  const pdf = new PdfKit({
    size: [page.widthPt, page.heightPt],
    margin: 0,
    autoFirstPage: false,
    font: '',
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    displayTitle: true,
    lang: language,
    info: { Title: title, Subject: subject, Creator: creator, Producer: creator, CreationDate: createdAt },
  } as unknown as PDFKit.PDFDocumentOptions) as unknown as Pdf;
  // The library's own metadata is not escaped and lacks the language.
  pdf._addInfo = () =>
    pdf.appendXML(`
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<xmp:CreateDate>${createdAt.toISOString().slice(0, 19)}Z</xmp:CreateDate><xmp:CreatorTool>${creator}</xmp:CreatorTool>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xml(title)}</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${xml(subject)}</rdf:li></rdf:Alt></dc:description>
<dc:language><rdf:Bag><rdf:li>${language}</rdf:li></rdf:Bag></dc:language>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"><pdf:Producer>${creator}</pdf:Producer></rdf:Description>
`);
  return pdf;
}

/** Returns a String object, which the library writes as a PDF string. It writes a primitive string as a name. */
export const pdfString = (text: string): unknown => Object(text);
