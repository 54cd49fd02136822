import { visitImports } from './imports.mjs';

const featureOf = (path) => /^web\/features\/([^/]+)\/./.exec(path)?.[1] ?? null;
const isTop = (path) => path.startsWith('web/shell/') || /^web\/(routes|main)\.tsx$/.test(path);
const isBelowFeatures = (path) => /^web\/(parts|lib|ui|i18n)\//.test(path);

function refusal(from, to, isLazy) {
  const own = featureOf(from);
  const other = featureOf(to);
  if (isTop(to) && (own !== null || isBelowFeatures(from)))
    return 'Only the shell and the routes import the shell and the routes.';
  if (other === null) return null;
  if (isBelowFeatures(from)) return 'web/parts, web/lib, web/ui and web/i18n import no feature.';
  const isDoor = to === `web/features/${other}/index.ts`;
  if (own === other) return isDoor ? 'Inside a feature, import the file itself, not the door.' : null;
  if (isDoor) return null;
  if (own === null && isLazy && to.endsWith('-screen.tsx')) return null;
  return `Import #web/features/${other}/index.ts: a feature is entered through its door only.`;
}

/** Forbids imports of a feature's files, except of `index.ts`, from the rest of the page. */
export const featureDoors = {
  createOnce: (context) =>
    visitImports(context, ({ node, from, to, isLazy }) => {
      const message = refusal(from, to, isLazy);
      if (message !== null) context.report({ node, message });
    }),
};
