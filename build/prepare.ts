/**
 * `tsx build/prepare.ts`: builds, unless `dist` is of this state of the checkout. `npm ci` and `npm start` do it: a build takes longer than
 * all else that they do, and `npm ci && npm start`, then `npm ci && npm test`, would build the same programs three times.
 */
import { join } from 'node:path';
import { isBuilt } from './built-from.ts';
import { linkPrograms } from './link-programs.ts';

const root = join(import.meta.dirname, '..');
if (isBuilt(root)) {
  // `npm ci` has just removed the links with all of node_modules.
  linkPrograms(root);
  console.log('built already: nothing that a build reads has changed');
} else await import('../build.ts');
