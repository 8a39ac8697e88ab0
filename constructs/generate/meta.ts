import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConstructMeta } from '@slipway/declarations/derive';
import { generatedNotice } from './rewrite-generated.ts';

/** The types, copied as they are: the package publishes no file of the repository's own sources. */
const typeDeclarations = (): string =>
  readFileSync(join(import.meta.dirname, '..', '..', 'declarations', 'src', 'derive', 'construct-meta-types.ts'), 'utf8').trimEnd();

/** The facts about every construct, for aspects: by `slipway_workspace`, `data.slipway_workspace`, `ephemeral.…`. */
export const metaText = (facts: ReadonlyMap<string, ConstructMeta>): string =>
  [
    generatedNotice,
    '',
    typeDeclarations(),
    '',
    'export const meta: { readonly [type: string]: ConstructMeta } = {',
    ...[...facts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([type, fact]) => `  ${JSON.stringify(type)}: ${JSON.stringify(fact)},`),
    '};',
    '',
  ].join('\n');
