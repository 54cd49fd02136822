/** An element of the structure tree (ISO 32000-1, 14.8.4), made when its first content is drawn. */
export type Node = {
  type: string;
  parent: Node | null;
  scope?: 'Column';
  /** Numbering of a list (ISO 32000-1, 14.8.5.5). */
  numbering?: 'Disc' | 'Decimal' | 'None';
  /** Target and text of a link. */
  href?: string;
  text?: string;
};
