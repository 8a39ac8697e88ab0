import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configurationLimits, ineffectiveSteps, listConfigurationKeys, pipelineValueNames } from '../service/src/ci/configuration/index.ts';

const table = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
const inlineCode = (text: string): string => `\`${text}\``;

const keyTable = (): readonly string[] => {
  const byElement = new Map<string, string[]>();
  for (const { element, key, isRequired, deprecated } of listConfigurationKeys()) {
    const keys = byElement.get(element) ?? [];
    byElement.set(element, keys);
    if (deprecated === undefined) keys.push(`${inlineCode(key)}${isRequired ? ' (required)' : ''}`);
  }
  return table(
    ['Element', 'Keys'],
    [...byElement]
      .filter(([, keys]) => keys.length > 0)
      .map(([element, keys]) => [element === '' ? 'the configuration' : inlineCode(element), keys.join(', ')]),
  );
};
const deprecatedTable = (): readonly string[] =>
  table(
    ['Key', 'Warning'],
    listConfigurationKeys().flatMap(({ element, key, deprecated }) =>
      deprecated === undefined ? [] : [[inlineCode(element === '' ? key : `${element}.${key}`), deprecated]],
    ),
  );

const limitTable = (): readonly string[] => {
  const { text, values, compiled, matrix, depth, nesting, orbs, orbCharacters, orbDepth, parallelism } = configurationLimits;
  const rows: readonly (readonly [string, number])[] = [
    ['characters of a configuration or an orb', text],
    ['values, with aliases resolved', values],
    ['values of the compiled configuration', compiled],
    ['jobs of one matrix', matrix],
    ['nesting of calls and conditions', depth],
    ['levels of the text', nesting],
    ['orbs, with those that they use', orbs],
    ['characters of all orbs', orbCharacters],
    ['nesting of orbs that use other orbs', orbDepth],
    ['parallel runs of a job', parallelism],
  ];
  return table(
    ['What', 'At most'],
    rows.map(([what, limit]) => [what, limit.toLocaleString('en')]),
  );
};

const reference = (): string =>
  [
    '### Keys',
    '',
    ...keyTable(),
    '',
    '### Deprecated keys',
    '',
    ...deprecatedTable(),
    '',
    '### Steps without effect',
    '',
    ...table(
      ['Step', 'Note'],
      [...ineffectiveSteps].map(([step, note]) => [inlineCode(step), note]),
    ),
    '',
    '### Values of a pipeline',
    '',
    pipelineValueNames.map(inlineCode).join(', '),
    '',
    '### Limits',
    '',
    ...limitTable(),
    '',
  ].join('\n');

const [begin, end] = ['<!-- generated from service/src/ci/configuration: npm run generate -->\n', '<!-- generated until here -->'];
const path = 'docs/pipelines.md';

/** docs/pipelines.md: text written by hand stays; between the markers stand the keys, values and limits of the language. */
export const pipelinesPage = (root: string): { readonly [path: string]: string } => {
  const text = readFileSync(join(root, path), 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${path} has lost a marker of its generated part: ${begin.trim()} … ${end}`);
  return { [path]: `${text.slice(0, from + begin.length)}\n${reference()}${text.slice(to)}` };
};
