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

/** The CI service's declarations are a file of their own, with a limit of its own: docs/decisions/0025. */
const ciDeclarations = 'provider-ci.cjs';

export const measure: Measure = async () => {
  const folder = dirname(copyPrograms().providerBundle);
  const ci = lstatSync(join(folder, ciDeclarations)).size;
  return [
    {
      title: 'provider: its folder, launcher and all, but for the next line',
      unit: 'KB',
      samples: [(folderSize(folder) - ci) / 1024],
      target: { atMost: 250 },
    },
    { title: 'provider: declarations of the CI service', unit: 'KB', samples: [ci / 1024], target: { atMost: 80 } },
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
