/** Many small files: instances of real schemas per second, each parsed from its text. */
import type { Figure } from '../parts/figure.ts';
import type { Part } from './child.ts';
import { ajv } from './contenders/ajv.ts';
import type { Contender } from './contenders/contender.ts';
import { hyperjumpAnnotate, hyperjumpPlugin } from './contenders/hyperjump.ts';
import { jsonSchemaLibrary } from './contenders/json-schema-library.ts';
import { ours, oursValidating, oursWithFaults } from './contenders/ours.ts';
import { vscode } from './contenders/vscode.ts';
import type { Corpus, Entry } from './corpus.ts';
import { prepared } from './prepared.ts';
import { inTurn, ratios } from './rounds.ts';

/** What none can do without. */
const parsing: Contender = { name: 'JSON.parse alone', prepare: () => (text) => JSON.parse(text) as unknown };
const everybody = [parsing, ours, oursWithFaults, oursValidating, hyperjumpPlugin, hyperjumpAnnotate, ajv, vscode, jsonSchemaLibrary];
const rounds = 7;

const figuresOf = async (what: string, entries: readonly Entry[], contenders: readonly Contender[], progress: (words: string) => void): Promise<readonly Figure[]> => {
  const ready = await prepared(entries, contenders, progress);
  const count = ready.reduce((sum, { entry }) => sum + entry.instances.length, 0);
  const bytes = ready.reduce((sum, { entry }) => sum + entry.instances.reduce((all, text) => all + text.length, 0), 0);
  progress(`${what}: ${count} instances of ${ready.length} schemas, ${(bytes / count / 1024).toFixed(1)} KB each`);
  const times = await inTurn(contenders.map(({ name }) => ({
    name,
    run: name === vscode.name
      ? async () => { for (const { entry, judges } of ready) for (const text of entry.instances) await judges.get(name)!(text); }
      : () => { for (const { entry, judges } of ready) { const judge = judges.get(name)!; for (const text of entry.instances) judge(text); } },
  })), rounds, 100);
  const title = `${what} (${count} of ${ready.length} schemas)`;
  return [
    ...contenders.map(({ name }): Figure => ({ what: `${title}: ${name}`, unit: 'per second', samples: times.get(name)!.map((ms) => count / ms * 1000) })),
    ...([[hyperjumpPlugin, 5], [ajv, 3], [hyperjumpAnnotate], [vscode], [jsonSchemaLibrary]] as const).filter(([other]) => times.has(other.name)).map(([other, least]): Figure => ({
      what: `${what}: ours as a multiple of ${other.name}`, unit: '×', samples: ratios(times, other.name, ours.name), ...(least === undefined ? {} : { target: { atLeast: least } }),
    })),
    { what: `${what}: ours with faults as a multiple of ${ajv.name}`, unit: '×', samples: ratios(times, ajv.name, oursWithFaults.name) },
  ];
};

export const smallFiles: Part<Corpus> = async ({ from, entries }, progress) => {
  const isMeta = ({ name }: Entry): boolean => name.includes('json-schema.org/');
  return [
    ...await figuresOf(`${from}, files`, entries.filter((entry) => !isMeta(entry)), everybody, progress),
    // json-schema-library does not enter the vocabularies of the newer meta-schemas, and takes a minute for the older ones.
    ...await figuresOf(`${from}, schemas and their meta-schemas`, entries.filter(isMeta), everybody.filter((one) => one !== jsonSchemaLibrary), progress),
  ];
};
