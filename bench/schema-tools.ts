/** The evaluator and the linter beside others: `tsx bench/schema-tools.ts [part]`. `SCHEMA_CORPUS=<folder>`: see docs/bench.md. */
import { alone } from './parts/alone.ts';
import type { Measure } from './parts/figure.ts';

const names = ['small-files'];
const chosen = process.argv.slice(2).filter((name) => names.includes(name));

export const measure: Measure = async (progress) => {
  const figures = [];
  for (const name of chosen.length > 0 ? chosen : names) {
    const part = await import(`./schema-tools/${name}.ts`) as { readonly measure: Measure };
    figures.push(...await part.measure(progress));
  }
  return figures;
};

await alone(import.meta, measure);
