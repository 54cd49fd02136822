/**
 * Returns the modified Bessel function of the first kind, order 0. Its series ends at terms below `precision` of the
 * sum.
 */
export function bessel0(x: number, precision: number): number {
  let sum = 1;
  for (let term = 1, k = 1; term > sum * precision; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
