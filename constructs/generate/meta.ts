import type { ConstructMeta } from '../../src/derive/index.ts';
import { notice } from './restore.ts';

/** The facts of every thing, for aspects: by `slipway_workspace`, `data.slipway_workspace`, `ephemeral.…`. */
export const metaText = (facts: ReadonlyMap<string, ConstructMeta>): string => [
  notice, '', "import type { ConstructMeta } from '../construct-meta.ts';", '',
  'export const meta: { readonly [type: string]: ConstructMeta } = {',
  ...[...facts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([type, fact]) => `  ${JSON.stringify(type)}: ${JSON.stringify(fact)},`),
  '};', '',
].join('\n');
