import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { absentBuiltins, builtinGroups, builtinTypes } from '@slipway/rego/builtins';

type BuiltinList = (typeof builtinGroups)[string];

/** The types of the arguments and of the result are the signature: `startswith(string, string) -> boolean`. */
const signatureOf = ({ name }: BuiltinList[number]): string => `\`${name}${builtinTypes[name]}\``.replaceAll('|', '\\|');

const reference = (): string =>
  [
    '| Group | Functions |',
    '| --- | --- |',
    ...Object.entries(builtinGroups).map(([heading, group]) => {
      const named = [...group].sort((left, right) => (left.name < right.name ? -1 : 1));
      return `| ${heading} | ${named.map(signatureOf).join('<br>')} |`;
    }),
    '',
    'These functions of Open Policy Agent are not supported. A module that calls one is rejected with the name and the reason:',
    '',
    '| Function | Reason |',
    '| --- | --- |',
    ...[...absentBuiltins].map(([name, reason]) => `| \`${name}\` | ${reason} |`),
    '',
  ].join('\n');

const [begin, end] = ['<!-- generated from rego/src/builtins: npm run generate -->\n', '<!-- generated until here -->'];
const path = 'rego/README.md';

/** rego/README.md: text written by hand stays; between the markers stand the functions that the interpreter has. */
export const regoPage = (root: string): { readonly [path: string]: string } => {
  const text = readFileSync(join(root, path), 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${path} has lost a marker of its generated part: ${begin.trim()} … ${end}`);
  return { [path]: `${text.slice(0, from + begin.length)}\n${reference()}${text.slice(to)}` };
};
