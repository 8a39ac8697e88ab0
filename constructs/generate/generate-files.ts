import { type ConstructMeta, constructMeta, type ConfigSchema } from '@slipway/declarations/derive';
import type { Provider } from 'slipway/protocol/provider-server';
import { runProviderGenerator } from './provider-generator.ts';
import { functionsText } from './functions.ts';
import { metaText } from './meta.ts';
import { rewriteGenerated, type GeneratedBlock } from './rewrite-generated.ts';
import { providerSchemaJson } from './schema-json.ts';

interface DeclaredBlock extends ConfigSchema {
  readonly name: string;
  readonly doc: string;
  readonly deprecated?: string | undefined;
}
type DeclaredBlocks = { readonly [name: string]: DeclaredBlock };
export interface Declarations {
  readonly provider: DeclaredBlock;
  readonly resources: DeclaredBlocks;
  readonly dataSources: DeclaredBlocks;
  readonly ephemerals: DeclaredBlocks;
}

const forms = [
  { form: 'resource', of: 'resources', folder: '', key: '' },
  { form: 'data source', of: 'dataSources', folder: 'data-', key: 'data.' },
  { form: 'ephemeral', of: 'ephemerals', folder: 'ephemeral-', key: 'ephemeral.' },
] as const;

/**
 * Every generated file, by its name below `src/generated`, in the order of names. Throws where the generator wrote
 * something that the declarations do not explain, or left out something they declare.
 */
export const generateFiles = async (
  address: string,
  name: string,
  declarations: Declarations,
  provider: Provider,
): Promise<ReadonlyMap<string, string>> => {
  const { ephemeral_resource_schemas: ephemerals, ...schema } = providerSchemaJson(provider);
  const raw = new Map(await runProviderGenerator(address, name, schema));
  // The generator knows no ephemerals: they are written as data sources are, in a run of their own, and set apart by name.
  if (ephemerals)
    for (const [file, text] of await runProviderGenerator(address, name, { data_source_schemas: ephemerals }))
      raw.set(
        file.replace(/^data-/, 'ephemeral-'),
        text.replaceAll(/\b([dD])ata(?=[A-Z])/g, (_, first: string) => (first === 'd' ? 'ephemeral' : 'Ephemeral')),
      );

  const facts = new Map<string, ConstructMeta>();
  const files = new Map<string, string>();
  const put = (file: string, about: GeneratedBlock) => {
    const text = raw.get(file);
    if (text === undefined) throw new Error(`the generator wrote no ${file}`);
    raw.delete(file);
    files.set(`${file}.ts`, rewriteGenerated(text, about));
  };
  put('provider', { type: name, form: 'provider', meta: constructMeta(declarations.provider) });
  for (const { form, of, folder, key } of forms)
    for (const declared of Object.values(declarations[of])) {
      const type = `${name}_${declared.name}`;
      const meta = constructMeta(declared);
      facts.set(`${key}${type}`, meta);
      put(`${folder}${folder === '' ? declared.name : type}`.replaceAll('_', '-'), { type, form, meta });
    }
  if (raw.size > 0) throw new Error(`the generator wrote ${[...raw.keys()].join(', ')}, which nothing declares`);
  files.set('functions.ts', functionsText(name, provider.functions));
  files.set('meta.ts', metaText(facts));
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
};
