/** One large file: parsed, judged, and what is deprecated located in its text; and whether time grows with size alone. */
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
import { measureInTurn, ratios } from './rounds.ts';

const others = [hyperjumpPlugin, hyperjumpAnnotate, ajv, vscode, jsonSchemaLibrary];
const benchSchema = { schema: servicesSchema, dialect: servicesSchema.$schema, schemas: {} };
const largeMegabytes = 16;

export const measureLargeFile: Part<null> = async (_, progress) => {
  const compiled = await compile(servicesSchema);
  const text = largeText(largeMegabytes);
  const value = JSON.parse(text) as unknown;
  const pointers = deprecations(compiled, value).map(({ pointer }) => pointer);
  progress(`${(text.length / 1024 / 1024).toFixed(1)} MB, ${pointers.length} deprecated places, ${faults(compiled, value).length} faults`);

  const found = async (of: string): Promise<unknown> => {
    const [document] = (await readSource(of, 'json')).documents;
    return document!.locate(deprecations(compiled, document!.value).map(({ pointer }) => pointer));
  };
  const what = `one file of ${largeMegabytes} MB`;
  const mine = await ours.prepare(benchSchema);
  const judges = await Promise.all(others.map(async ({ name, prepare }) => ({ name, judge: await prepare(structuredClone(benchSchema)) })));
  const whole = 'ours, with places: read, evaluated, located';
  const times = await measureInTurn(
    [
      { name: 'JSON.parse alone', run: () => JSON.parse(text) as unknown },
      { name: whole, run: () => found(text) },
      { name: 'ours, with places: read, repeated keys and all', run: () => readSource(text, 'json') },
      { name: ours.name, run: () => mine(text) },
      { name: 'ours: evaluated only', run: () => deprecations(compiled, value) },
      { name: 'ours: faults only', run: () => faults(compiled, value) },
      ...judges.map(({ name, judge }) => ({ name, run: () => judge(text) })),
    ],
    5,
  );
  const figures: Figure[] = [...times].map(([name, ms]) => ({ title: `${what}: ${name}`, unit: 'ms', samples: ms }));
  figures.push({
    title: `${what}: time of ours with places as a multiple of ajv's`,
    unit: '×',
    samples: ratios(times, whole, ajv.name),
    target: { atMost: 3 },
  });
  figures.push({
    title: `${what}: ours as a multiple of ${hyperjumpPlugin.name}`,
    unit: '×',
    samples: ratios(times, hyperjumpPlugin.name, ours.name),
    target: { atLeast: 5 },
  });

  const sizes = [1, 2, 4, 8, 16];
  const texts = sizes.map((megabytes) => ({ name: `${megabytes}`, text: largeText(megabytes) }));
  const bySize = await measureInTurn(
    texts.map(({ name, text: of }) => ({ name, run: () => found(of) })),
    7,
    100,
  );
  for (const [name, ms] of bySize)
    figures.push({
      title: `read, evaluated and located, ${name} MB: for each MB`,
      unit: 'ms',
      samples: ms.map((time) => time / Number(name)),
    });
  figures.push({
    title: 'time for each MB at 16 MB as a multiple of that at 2 MB',
    unit: '×',
    samples: ratios(bySize, '16', '2').map((ratio) => ratio / 8),
    target: { atMost: 1.5 },
  });
  return figures;
};
