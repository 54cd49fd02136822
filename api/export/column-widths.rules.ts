/**
 * Returns the widths of columns, pt. If all texts fit, each column is as wide as its text. Otherwise each column is at
 * least as wide as its longest word, or all are equally wide if even these do not fit.
 */
export function columnWidths(
  columns: readonly { naturalPt: number; leastPt: number }[],
  availablePt: number,
): number[] {
  const natural = columns.reduce((sum, { naturalPt }) => sum + naturalPt, 0);
  if (natural <= availablePt) return columns.map(({ naturalPt }) => naturalPt);
  const least = columns.reduce((sum, { leastPt }) => sum + leastPt, 0);
  if (least >= availablePt) return columns.map(() => availablePt / columns.length);
  const share = (availablePt - least) / (natural - least);
  return columns.map(({ naturalPt, leastPt }) => leastPt + (naturalPt - leastPt) * share);
}
