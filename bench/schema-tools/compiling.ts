/** What it takes until a schema can be used the first time: compiled, and the first instance judged. */
import type { Figure } from '../parts/figure.ts';
import type { Part } from './child.ts';
import { ajv } from './contenders/ajv.ts';
import type { Contender, Schema } from './contenders/contender.ts';
import { hyperjumpPlugin } from './contenders/hyperjump.ts';
import { ours } from './contenders/ours.ts';
import { type Corpus, some } from './corpus.ts';
import { schemaOf } from './prepared.ts';
import { inTurn, ratios } from './rounds.ts';

const most = 56;
const contenders = [ours, hyperjumpPlugin, ajv];

const isUsable = async (schema: Schema): Promise<boolean> => {
  try {
    for (const { prepare } of contenders) (await prepare(structuredClone(schema)))('{}');
    return true;
  } catch { return false; }
};

const once = async ({ prepare }: Contender, schemas: readonly Schema[]): Promise<void> => {
  for (const schema of schemas) (await prepare(schema))('{}');
};

export const compiling: Part<Corpus> = async ({ from, schemas }, progress) => {
  const usable: Schema[] = [];
  // Twice as many as are wanted, since not everybody can use each.
  for (const schema of some(schemas, most * 2)) {
    let given: Schema;
    try { given = schemaOf({ schema, schemas: {} }); } catch { continue; }
    if (usable.length < most && JSON.stringify(given.schema).length < 400_000 && await isUsable(given)) usable.push(given);
  }
  const kilobytes = usable.reduce((sum, { schema }) => sum + JSON.stringify(schema).length, 0) / 1024;
  const what = `${usable.length} schemas of ${from}, ${Math.round(kilobytes)} KB`;
  progress(what);
  const times = await inTurn(contenders.map((one) => ({ name: one.name, run: () => once(one, usable) })), 3);
  return [
    ...contenders.map(({ name }): Figure => ({ what: `${what}, compiled and used once: ${name}`, unit: 's', samples: times.get(name)!.map((ms) => ms / 1000) })),
    { what: `compiled and used once: ${ajv.name} as a multiple of our time`, unit: '×', samples: ratios(times, ajv.name, ours.name) },
  ];
};
