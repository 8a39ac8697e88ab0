/** What it takes until a schema can be used the first time: compiled, and the first instance judged. */
import type { Figure } from '../parts/figure.ts';
import type { Part } from './part.ts';
import { ajv } from './contenders/ajv.ts';
import type { Contender, BenchSchema } from './contenders/contender.ts';
import { hyperjumpPlugin } from './contenders/hyperjump.ts';
import { ours } from './contenders/ours.ts';
import type { Corpus } from './corpus.ts';
import { sampleEvenly } from './corpus-files.ts';
import { toBenchSchema } from './prepare-entries.ts';
import { measureInTurn, ratios } from './rounds.ts';

const maxSchemas = 56;
const contenders = [ours, hyperjumpPlugin, ajv];

const canCompile = async (schema: BenchSchema): Promise<boolean> => {
  try {
    for (const { prepare } of contenders) (await prepare(structuredClone(schema)))('{}');
    return true;
  } catch {
    return false;
  }
};

const compileAll = async ({ prepare }: Contender, schemas: readonly BenchSchema[]): Promise<void> => {
  for (const schema of schemas) (await prepare(schema))('{}');
};

export const measureCompiling: Part<Corpus> = async ({ origin: from, schemas }, progress) => {
  const usable: BenchSchema[] = [];
  // Twice as many as are wanted, since not everybody can use each.
  for (const schema of sampleEvenly(schemas, maxSchemas * 2)) {
    let given: BenchSchema;
    try {
      given = toBenchSchema({ schema, schemas: {} });
    } catch {
      continue;
    }
    if (usable.length < maxSchemas && JSON.stringify(given.schema).length < 400_000 && (await canCompile(given))) usable.push(given);
  }
  const kilobytes = usable.reduce((sum, { schema }) => sum + JSON.stringify(schema).length, 0) / 1024;
  const what = `${usable.length} schemas of ${from}, ${Math.round(kilobytes)} KB`;
  progress(what);
  const times = await measureInTurn(
    contenders.map((one) => ({ name: one.name, run: () => compileAll(one, usable) })),
    3,
  );
  return [
    ...contenders.map(({ name }): Figure => ({
      title: `${what}, compiled and used once: ${name}`,
      unit: 's',
      samples: times.get(name)!.map((ms) => ms / 1000),
    })),
    { title: `compiled and used once: ${ajv.name} as a multiple of our time`, unit: '×', samples: ratios(times, ajv.name, ours.name) },
  ];
};
