import type { Pdf, StructureElement } from './pdf-document.ts';
import type { Node } from './structure-node.ts';

export type StructureTree = ReturnType<typeof createStructureTree>;

/**
 * Builds the structure tree while pages are drawn. An element is created with its first content and closed when the
 * drawing leaves it.
 */
export function createStructureTree(pdf: Pdf) {
  const open = new Map<Node, StructureElement>();
  const pathOf = (node: Node): Node[] => (node.parent ? [...pathOf(node.parent), node] : [node]);
  // Several cells of a row may be open at once, because each may continue on the next page.
  const rowOf = (node: Node): Node | null => {
    for (let at: Node | null = node; at; at = at.parent) if (at.type === 'TR') return at;
    return null;
  };
  const close = (isLeft: (node: Node) => boolean): void => {
    for (const node of [...open.keys()].toReversed()) {
      if (!isLeft(node)) continue;
      open.get(node)!.end();
      open.delete(node);
    }
  };

  return {
    /**
     * Opens the element of a node, whose content is drawn next, and closes the elements that this content is not in.
     */
    enter(node: Node): StructureElement {
      const path = pathOf(node);
      const row = rowOf(node);
      close((each) => !path.includes(each) && (row === null || rowOf(each) !== row));
      for (const each of path) {
        if (open.has(each)) continue;
        const element = pdf.struct(each.type, each.scope ? { scope: each.scope } : {});
        if (each.numbering) element.dictionary.data['A'] = { O: 'List', ListNumbering: each.numbering };
        if (each.parent) open.get(each.parent)!.add(element);
        else pdf.addStructure(element as unknown as PDFKit.PDFStructureElement);
        open.set(each, element);
      }
      return open.get(node)!;
    },
    /**
     * Closes the elements of links on this page, because the library records the page of a link when its element is
     * closed.
     */
    endLinks: () => close(({ type }) => type === 'Link'),
    end: () => close(() => true),
  };
}
