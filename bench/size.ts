/** Sizes: the provider's bundle, what an installation takes: `tsx bench/size.ts`. Needs `npm run build`. */
import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { alone } from './parts/alone.ts';
import type { Measure } from './parts/figure.ts';
import { programs } from './parts/programs.ts';

/** Bytes of all files below; a link counts as one, what it points at does not. */
const bytesBelow = (folder: string): number => readdirSync(folder, { withFileTypes: true })
  .reduce((sum, entry) => sum + (entry.isDirectory() ? bytesBelow(join(folder, entry.name)) : lstatSync(join(folder, entry.name)).size), 0);

export const measure: Measure = async () => [
  { what: 'provider: its folder, launcher and all', unit: 'KB', samples: [bytesBelow(dirname(programs().providerBundle)) / 1024], target: { atMost: 250 } },
  { what: 'node_modules, development included', unit: 'MB', samples: [bytesBelow(join(import.meta.dirname, '../node_modules')) / 1024 / 1024], target: { atMost: 350 } },
];

await alone(import.meta, measure);
