/** Many small files: instances of real schemas per second, each parsed from its text. */
import type { Figure } from '../parts/figure.ts';
import type { Part } from './part.ts';
import { ajv } from './contenders/ajv.ts';
import type { Contender } from './contenders/contender.ts';
import { hyperjumpAnnotate, hyperjumpPlugin } from './contenders/hyperjump.ts';
import { jsonSchemaLibrary } from './contenders/json-schema-library.ts';
import { ours, oursValidating, oursWithFaults } from './contenders/ours.ts';
import { vscode } from './contenders/vscode.ts';
import type { Corpus } from './corpus.ts';
import type { CorpusEntry } from './corpus-files.ts';
import { prepareEntries } from './prepare-entries.ts';
import { measureInTurn, ratios } from './rounds.ts';

/** What none can do without. */
const parsing: Contender = { name: 'JSON.parse alone', prepare: () => (text) => JSON.parse(text) as unknown };
const contenders = [parsing, ours, oursWithFaults, oursValidating, hyperjumpPlugin, hyperjumpAnnotate, ajv, vscode, jsonSchemaLibrary];
const rounds = 5;
/** Milliseconds of CPU: what is not counted, and what is at least. */
const [warm, least] = [800, 300];

/** The names of the entries that everybody can use. */
export const usableEntries: Part<{ readonly entries: readonly CorpusEntry[]; readonly names: readonly string[] }> = async (
  { entries, names },
  progress,
) =>
  (
    await prepareEntries(
      entries,
      contenders.filter(({ name }) => names.includes(name)),
      progress,
    )
  ).map(({ entry }) => entry.name);

/**
 * Milliseconds that one contender takes for all entries, warm: in a process of its own, where nobody else has shaped the code
 * it shares.
 */
export const measureContender: Part<{ readonly entries: readonly CorpusEntry[]; readonly who: string }> = async (
  { entries, who },
  progress,
) => {
  const ready = await prepareEntries(
    entries,
    contenders.filter(({ name }) => name === who),
    progress,
  );
  const work = ready.map(({ entry, judges }) => ({ judge: judges.get(who)!, texts: entry.instances }));
  const run =
    who === vscode.name
      ? async () => {
          for (const { judge, texts } of work) for (const text of texts) await judge(text);
        }
      : () => {
          for (const { judge, texts } of work) for (const text of texts) judge(text);
        };
  await measureInTurn([{ name: who, run }], 0, warm);
  return (await measureInTurn([{ name: who, run }], 1, least)).get(who)![0];
};

type RunInChild = (part: string, input: unknown) => Promise<unknown>;

const contenderFigures = async (
  what: string,
  given: readonly CorpusEntry[],
  contenders: readonly Contender[],
  inChild: RunInChild,
  progress: (words: string) => void,
): Promise<readonly Figure[]> => {
  const names = (await inChild('usable', { entries: given, names: contenders.map(({ name }) => name) })) as readonly string[];
  const entries = given.filter(({ name }) => names.includes(name));
  const count = entries.reduce((sum, { instances }) => sum + instances.length, 0);
  const bytes = entries.reduce((sum, { instances }) => sum + instances.reduce((all, text) => all + text.length, 0), 0);
  const times = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (let at = 0; at < contenders.length; at += 1) {
      const who = contenders[(at + round) % contenders.length]!.name;
      times.get(who)!.push((await inChild('passing', { entries, who })) as number);
    }
  const title = `${what} (${count} of ${entries.length} schemas, ${(bytes / count / 1024).toFixed(1)} KB each)`;
  progress(title);
  return [
    ...contenders.map(({ name }): Figure => ({
      title: `${title}: ${name}`,
      unit: 'per second',
      samples: times.get(name)!.map((ms) => (count / ms) * 1000),
    })),
    ...([[hyperjumpPlugin, 5], [ajv, 3], [hyperjumpAnnotate], [vscode], [jsonSchemaLibrary]] as const)
      .filter(([other]) => times.has(other.name))
      .map(([other, least]): Figure => ({
        title: `${what}: ours as a multiple of ${other.name}`,
        unit: '×',
        samples: ratios(times, other.name, ours.name),
        ...(least === undefined ? {} : { target: { atLeast: least } }),
      })),
    { title: `${what}: ours with faults as a multiple of ${ajv.name}`, unit: '×', samples: ratios(times, ajv.name, oursWithFaults.name) },
  ];
};

export const measureSmallFiles = async (
  { origin: from, entries }: Corpus,
  inChild: RunInChild,
  progress: (words: string) => void,
): Promise<readonly Figure[]> => {
  const isMeta = ({ name }: CorpusEntry): boolean => name.includes('json-schema.org/');
  return [
    ...(await contenderFigures(
      `${from}, files`,
      entries.filter((entry) => !isMeta(entry)),
      contenders,
      inChild,
      progress,
    )),
    // json-schema-library does not enter the vocabularies of the newer meta-schemas, and takes a minute for the older ones.
    ...(await contenderFigures(
      `${from}, schemas and their meta-schemas`,
      entries.filter(isMeta),
      contenders.filter((one) => one !== jsonSchemaLibrary),
      inChild,
      progress,
    )),
  ];
};
