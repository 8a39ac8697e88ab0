/** The evaluator and the linter beside others: `tsx bench/schema-tools.ts [part]`. `SCHEMA_CORPUS=<folder>`: see docs/bench. */
import { join } from 'node:path';
import { runStandalone } from './parts/run-standalone.ts';
import type { Figure, Measure } from './parts/figure.ts';
import { runModule, bundleForNode } from './parts/run-in-node.ts';
import { loadCorpus } from './schema-tools/corpus.ts';
import { measureLint } from './schema-tools/lint.ts';
import { measureManyFiles } from './schema-tools/many-files.ts';
import { measureShapes } from './schema-tools/shapes.ts';
import { measureSmallFiles } from './schema-tools/small-files.ts';

export const measure: Measure = async (progress) => {
  const child = bundleForNode(join(import.meta.dirname, 'schema-tools/child.ts'));
  const ask = (part: string, input: unknown): Promise<unknown> => runModule(child, { part, input });
  const inChild = async (part: string, input: unknown, seconds?: number): Promise<readonly Figure[]> =>
    (await runModule(child, { part, input }, seconds)) as readonly Figure[];
  const found = await loadCorpus();
  const parts: { readonly [name: string]: () => Promise<readonly Figure[]> } = {
    'small-files': () => measureSmallFiles(found, ask, progress),
    large: () => inChild('large', null),
    shapes: async () => [
      ...(await measureShapes((input, seconds) => inChild('shape', input, seconds), progress)),
      ...(await inChild('growth', null)),
    ],
    compiling: () => inChild('compiling', found),
    lint: () => measureLint(progress),
    'many-files': async () => measureManyFiles(progress),
  };
  const chosen = Object.keys(parts).filter((name) => process.argv.slice(2).includes(name));
  const figures: Figure[] = [];
  for (const name of chosen.length > 0 ? chosen : Object.keys(parts)) {
    progress(`schema-tools, ${name} …`);
    figures.push(...(await parts[name]!()));
  }
  return figures;
};

await runStandalone(import.meta, measure);
