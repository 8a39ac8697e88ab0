import { type Tree, treeOf } from './cli-tree.ts';

/** What the engine's CLI configuration says of hosts: tokens, and services that need not be looked up. */
export interface CliFile {
  readonly credentials: { readonly [host: string]: string };
  readonly services: { readonly [host: string]: { readonly [service: string]: string } };
}

const records = (value: unknown): readonly (readonly [name: string, value: Tree])[] =>
  (typeof value === 'object' && value !== null ? Object.entries(value).filter((entry): entry is [string, Tree] => typeof entry[1] === 'object' && entry[1] !== null) : []);

/** Reads the text of such a file. Throws an Error that names the line. */
export const readCliFile = (text: string): CliFile => {
  const tree = treeOf(text);
  const strings = (from: unknown) => Object.fromEntries(Object.entries((from ?? {}) as Tree).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  return {
    credentials: Object.fromEntries(records(tree['credentials']).flatMap(([host, { token }]) => (typeof token === 'string' ? [[host, token]] : []))),
    services: Object.fromEntries(records(tree['host']).map(([host, { services }]) => [host, strings(services)])),
  };
};
