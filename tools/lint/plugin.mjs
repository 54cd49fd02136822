// Lint rules of this project. `.oxlintrc.json` assigns them to files, and `tools/layers.test.ts` tests them.
import { featureDoors } from './feature-doors.mjs';
import { folderCycles } from './folder-cycles.mjs';
import { functionLength } from './function-length.mjs';
import { httpInRoutes } from './http-in-routes.mjs';
import { noAsNever } from './no-as-never.mjs';
import { productOnly } from './product-only.mjs';
import { sqlInStores } from './sql-in-stores.mjs';

export default {
  meta: { name: 'wortlaut' },
  rules: {
    'feature-doors': featureDoors,
    'folder-cycles': folderCycles,
    'function-length': functionLength,
    'http-in-routes': httpInRoutes,
    'no-as-never': noAsNever,
    'product-only': productOnly,
    'sql-in-stores': sqlInStores,
  },
};
