/** One large file: parsed, evaluated, and its deprecated parts located in the text; and whether time grows linearly with size. */
import { readSource } from '@slipway/schema-tools/documents';
import { compile, deprecations, faults } from '@slipway/schema-tools';
import type { Figure } from '../parts/figure.ts';
import type { Part } from './part.ts';
import { ajv } from './contenders/ajv.ts';
import { hyperjumpAnnotate, hyperjumpPlugin } from './contenders/hyperjump.ts';
import { jsonSchemaLibrary } from './contenders/json-schema-library.ts';
import { ours } from './contenders/ours.ts';
import { vscode } from './contenders/vscode.ts';
import { largeText, servicesSchema } from './large-instance.ts';
import { measureInTurn, ratios, type Times, type Variant } from './rounds.ts';

const others = [hyperjumpPlugin, hyperjumpAnnotate, ajv, vscode, jsonSchemaLibrary];
const benchSchema = { schema: servicesSchema, dialect: servicesSchema.$schema, schemas: {} };
const largeMegabytes = 16;
const largeFile = `one file of ${largeMegabytes} MB`;
const wholeRun = 'ours, with places: read, evaluated, located';

type Compiled = Awaited<ReturnType<typeof compile>>;

/** Does the whole work of the linter on a text: reads it, evaluates it, locates what is deprecated. */
const locateDeprecations = async (compiled: Compiled, text: string): Promise<unknown> => {
  const [document] = (await readSource(text, 'json')).documents;
  return document!.locate(deprecations(compiled, document!.value).map(({ pointer }) => pointer));
};

/** Every way to handle the large text: our own steps, then the contenders. */
const prepareVariants = async (compiled: Compiled, text: string, value: unknown): Promise<readonly Variant[]> => {
  const mine = await ours.prepare(benchSchema);
  const judges = await Promise.all(others.map(async ({ name, prepare }) => ({ name, judge: await prepare(structuredClone(benchSchema)) })));
  return [
    { name: 'JSON.parse alone', run: () => JSON.parse(text) as unknown },
    { name: wholeRun, run: () => locateDeprecations(compiled, text) },
    { name: 'ours, with places: read, repeated keys and all', run: () => readSource(text, 'json') },
    { name: ours.name, run: () => mine(text) },
    { name: 'ours: evaluated only', run: () => deprecations(compiled, value) },
    { name: 'ours: faults only', run: () => faults(compiled, value) },
    ...judges.map(({ name, judge }) => ({ name, run: () => judge(text) })),
  ];
};

const largeFileFigures = (times: Times): readonly Figure[] => [
  ...[...times].map(([name, ms]): Figure => ({ title: `${largeFile}: ${name}`, unit: 'ms', samples: ms })),
  {
    title: `${largeFile}: time of ours with places as a multiple of ajv's`,
    unit: '×',
    samples: ratios(times, wholeRun, ajv.name),
    target: { atMost: 3 },
  },
  {
    title: `${largeFile}: ours as a multiple of ${hyperjumpPlugin.name}`,
    unit: '×',
    samples: ratios(times, hyperjumpPlugin.name, ours.name),
    target: { atLeast: 5 },
  },
];

/** How the time of the whole work grows with the size of the file. */
const measureSizes = async (compiled: Compiled): Promise<readonly Figure[]> => {
  const texts = [1, 2, 4, 8, 16].map((megabytes) => ({ name: `${megabytes}`, text: largeText(megabytes) }));
  const times = await measureInTurn(
    texts.map(({ name, text }) => ({ name, run: () => locateDeprecations(compiled, text) })),
    7,
    100,
  );
  return [
    ...[...times].map(([name, ms]): Figure => ({
      title: `read, evaluated and located, ${name} MB: for each MB`,
      unit: 'ms',
      samples: ms.map((time) => time / Number(name)),
    })),
    {
      title: 'time for each MB at 16 MB as a multiple of that at 2 MB',
      unit: '×',
      samples: ratios(times, '16', '2').map((ratio) => ratio / 8),
      target: { atMost: 1.5 },
    },
  ];
};

export const measureLargeFile: Part<null> = async (_, progress) => {
  const compiled = await compile(servicesSchema);
  const text = largeText(largeMegabytes);
  const value = JSON.parse(text) as unknown;
  const pointers = deprecations(compiled, value).map(({ pointer }) => pointer);
  progress(`${(text.length / 1024 / 1024).toFixed(1)} MB, ${pointers.length} deprecated places, ${faults(compiled, value).length} faults`);
  const times = await measureInTurn(await prepareVariants(compiled, text, value), 5);
  return [...largeFileFigures(times), ...(await measureSizes(compiled))];
};
