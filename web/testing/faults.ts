import axe from 'axe-core';

/** Axe has to judge final colours, so nothing may fade while it looks. */
const still = '*, *::before, *::after { animation: none !important; transition: none !important; }';

/** Returns the violations that axe finds in a part of the page, as one line each. `without`: rules to leave out. */
export async function accessibilityFaults(
  host: HTMLElement,
  { without = [] }: { without?: readonly string[] } = {},
): Promise<string[]> {
  const style = document.createElement('style');
  style.textContent = still;
  document.head.append(style);
  // Rules about the frame of the page, which is not rendered here.
  const rules = ['page-has-heading-one', 'region', ...without];
  const { violations } = await axe
    .run(host, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      rules: Object.fromEntries(rules.map((rule) => [rule, { enabled: false }])),
    })
    .finally(() => style.remove());
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}
