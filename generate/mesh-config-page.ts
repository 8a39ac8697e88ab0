import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  commonFlags,
  environmentVariables,
  type Flag,
  type Flags,
  formatFlagValue,
  program,
  serverFlags,
} from '@slipway/mesh-config/command-line';
import { listRules } from '@slipway/mesh-config/rules';

const inlineCode = (text: string): string => `\`${text}\``;
const sortByName = <T>(values: Readonly<Record<string, T>>): readonly (readonly [string, T])[] =>
  Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
const table = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);

const flagRow = (name: string, { short, type, default: value, usage, deprecated }: Flag): readonly string[] => {
  const text = formatFlagValue(type, value as never);
  return [
    short ? `\`--${name}\`, \`-${short}\`` : inlineCode(`--${name}`),
    type,
    text === '' ? 'empty' : inlineCode(text),
    deprecated === undefined ? usage.replaceAll('<', '&lt;') : `Deprecated, and not in the help: ${deprecated}`,
  ];
};
const flagTable = (flags: Flags): readonly string[] =>
  table(
    ['Flag', 'Type', 'Default', 'Description'],
    sortByName(flags).map(([name, flag]) => flagRow(name, flag)),
  );

const keyTable = (): readonly string[] =>
  table(
    ['Key', 'Flag'],
    sortByName(
      Object.fromEntries(Object.entries<Flag>(serverFlags).flatMap(([name, { keys = [] }]) => keys.map((key) => [key, name]))),
    ).map(([key, flag]) => [inlineCode(key), inlineCode(`--${flag}`)]),
  );

const ruleTables = (): readonly string[] => {
  const { described, demands } = listRules();
  return [
    '### Rules of kinds',
    '',
    ...table(
      ['Kind', 'Fields', 'Rule'],
      described.map(({ kinds, fields, meaning }) => [kinds.join(', '), fields.map(inlineCode).join(', '), meaning]),
    ),
    '',
    '### Constraints of schemas',
    '',
    'Types are those of the messages. If a part, such as `trafficPolicy`, occurs in several fields, only the first one is listed.',
    '',
    ...table(
      ['Kind', 'Fields', 'Value'],
      demands.map(({ kinds, fields, demand }) => [kinds.join(', '), fields.map(inlineCode).join(', '), demand]),
    ),
    '',
  ];
};

const reference = (): string =>
  [
    '### Flags of every command',
    '',
    ...flagTable(commonFlags),
    '',
    ...program.commands.flatMap(({ name, short, flags }) => [
      `### \`mesh-config ${name}\``,
      '',
      `${short}.`,
      '',
      ...(Object.keys(flags).length > 0 ? [...flagTable(flags), ''] : []),
    ]),
    '### Nested keys of a `--config` file',
    '',
    ...keyTable(),
    '',
    ...ruleTables(),
    '### Environment variables',
    '',
    ...table(
      ['Variable', 'Type', 'Default', 'Description'],
      sortByName(environmentVariables).map(([name, { kind, default: value, meaning }]) => [
        inlineCode(name),
        kind,
        inlineCode(value),
        meaning,
      ]),
    ),
    '',
  ].join('\n');

const [begin, end] = ['<!-- generated from the declarations in mesh-config/src: npm run generate -->\n', '<!-- generated until here -->'];
const path = 'docs/mesh-config.md';

/** docs/mesh-config.md: text written by hand stays; between the markers stand the parser's declarations. */
export const meshConfigPage = (root: string): { readonly [path: string]: string } => {
  const text = readFileSync(join(root, path), 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${path} has lost a marker of its generated part: ${begin.trim()} … ${end}`);
  return { [path]: `${text.slice(0, from + begin.length)}\n${reference()}${text.slice(to)}` };
};
