/** Sizes: the provider's bundle, what an installation takes: `tsx bench/size.ts`. Needs `npm run build`. */
import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runStandalone } from './parts/run-standalone.ts';
import type { Measure } from './parts/figure.ts';
import { copyPrograms } from './parts/programs.ts';

/** Bytes of all files below; a link counts as one, what it points at does not. */
const folderSize = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true }).reduce(
    (sum, entry) => sum + (entry.isDirectory() ? folderSize(join(folder, entry.name)) : lstatSync(join(folder, entry.name)).size),
    0,
  );

/** The declarations are a file of their own, with a limit of its own: docs/decisions/0034. */
const declarationsFile = 'provider-declarations.cjs';

export const measure: Measure = async () => {
  const folder = dirname(copyPrograms().providerBundle);
  const declarations = lstatSync(join(folder, declarationsFile)).size;
  return [
    {
      title: 'provider: its folder, launcher and all, but for the next line',
      unit: 'KB',
      samples: [(folderSize(folder) - declarations) / 1024],
      target: { atMost: 200 },
    },
    { title: 'provider: declarations', unit: 'KB', samples: [declarations / 1024], target: { atMost: 150 } },
    {
      title: 'node_modules, development included',
      unit: 'MB',
      samples: [folderSize(join(import.meta.dirname, '../node_modules')) / 1024 / 1024],
      target: { atMost: 350 },
      explanation: 'the servers of PostgreSQL that tests run are 60 MB, the client of Kubernetes 57 MB',
    },
  ];
};

await runStandalone(import.meta, measure);
