import { type HclTree, parseHclTree } from './hcl-tree.ts';

/** The hosts in the engine's CLI configuration: tokens, and services without discovery. */
export interface CliConfig {
  readonly credentials: { readonly [host: string]: string };
  readonly services: { readonly [host: string]: { readonly [service: string]: string } };
}

const namedBlocks = (value: unknown): readonly (readonly [name: string, value: HclTree])[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).filter((entry): entry is [string, HclTree] => typeof entry[1] === 'object' && entry[1] !== null)
    : [];

/** Reads the text of such a file. Throws an Error that names the line. */
export const parseCliConfig = (text: string): CliConfig => {
  const tree = parseHclTree(text);
  const strings = (from: unknown) =>
    Object.fromEntries(Object.entries((from ?? {}) as HclTree).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  return {
    credentials: Object.fromEntries(
      namedBlocks(tree['credentials']).flatMap(([host, { token }]) => (typeof token === 'string' ? [[host, token]] : [])),
    ),
    services: Object.fromEntries(namedBlocks(tree['host']).map(([host, { services }]) => [host, strings(services)])),
  };
};
