import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { providerAddress } from 'slipway/engine/address';
import { makeProvider, providerName } from 'slipway/provider/provider';
import { providerAttributes } from 'slipway/provider/provider-section';
import { dataSources, ephemerals, resources } from '@slipway/declarations/resources';
import { generateFiles } from './generate-files.ts';

export const generatedFolder = join(import.meta.dirname, '..', 'src', 'generated');

/** The files of `constructs/src/generated`, by name, as the declarations have them now. */
export async function generateCurrentFiles(): Promise<ReadonlyMap<string, string>> {
  const provider = makeProvider({ version: '0', environment: {}, log: () => {} });
  const attributes = { name: providerName, doc: provider.schema.description, attributes: providerAttributes };
  return generateFiles(providerAddress, providerName, { provider: attributes, resources, dataSources, ephemerals }, provider);
}

/** Names of files that a folder lacks, has besides, or has with another text. */
export function findStaleFiles(files: ReadonlyMap<string, string>, folder = generatedFolder): readonly string[] {
  const there = existsSync(folder) ? readdirSync(folder) : [];
  return [...new Set([...there, ...files.keys()])]
    .sort()
    .filter((file) => !there.includes(file) || readFileSync(join(folder, file), 'utf8') !== files.get(file));
}
