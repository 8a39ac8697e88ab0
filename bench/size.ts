/** Sizes: the provider's bundle, what an installation takes: `tsx bench/size.ts`. Needs `npm run build`. */
import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runStandalone } from './parts/run-standalone.ts';
import type { Measure } from './parts/figure.ts';
import { copyPrograms } from './parts/programs.ts';
import { answersFile } from '../build/stored-answers.ts';

/** Bytes of all files below; a link counts as one, what it points at does not. */
const folderSize = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true }).reduce(
    (sum, entry) => sum + (entry.isDirectory() ? folderSize(join(folder, entry.name)) : lstatSync(join(folder, entry.name)).size),
    0,
  );

/** Files with limits of their own, as stored answers have (docs/decisions/0065): declarations, and what is loaded when it is first used. */
const declarationsFile = 'provider-declarations.cjs';
const stateStoresFile = 'provider-state-stores.cjs';
const lazyFile = 'provider-globs.cjs';

export const measure: Measure = async () => {
  const folder = dirname(copyPrograms().providerBundle);
  const sizeOf = (file: string): number => lstatSync(join(folder, file)).size;
  const [declarations, stores, answers, lazy] = [declarationsFile, stateStoresFile, answersFile, lazyFile].map(sizeOf) as [
    number,
    number,
    number,
    number,
  ];
  return [
    {
      title: 'provider: its folder, launcher and all, but for the next four lines',
      unit: 'KB',
      samples: [(folderSize(folder) - declarations - stores - answers - lazy) / 1024],
      target: { atMost: 264 },
    },
    { title: 'provider: declarations', unit: 'KB', samples: [declarations / 1024], target: { atMost: 260 } },
    { title: 'provider: loaded by the first call of a state store', unit: 'KB', samples: [stores / 1024], target: { atMost: 22 } },
    { title: 'provider: stored answers', unit: 'KB', samples: [answers / 1024], target: { atMost: 320 } },
    { title: 'provider: loaded by the function that matches paths', unit: 'KB', samples: [lazy / 1024], target: { atMost: 30 } },
    {
      title: 'node_modules, development included',
      unit: 'MB',
      samples: [folderSize(join(import.meta.dirname, '../node_modules')) / 1024 / 1024],
      target: { atMost: 350 },
      explanation: 'the servers of PostgreSQL that tests run are 57 MB, the generator of cdktf 46 MB',
    },
  ];
};

await runStandalone(import.meta, measure);
