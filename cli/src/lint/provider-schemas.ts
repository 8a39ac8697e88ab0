import { jsonSchema } from '@slipway/declarations/derive';
import { providerAddress, providerType } from 'slipway/engine/address';
import { providerAttributes } from 'slipway/provider/provider-section';
import { actions, dataSources, ephemerals, resources } from '@slipway/declarations/resources';
import { type BlockKind, type TerraformSchemas, withMetaArguments } from '@slipway/schema-tools/lint/host';

type Block = Parameters<typeof jsonSchema>[0];
const prefix = `${providerType}_`;
const forms: { readonly [kind in BlockKind]?: readonly [{ readonly [name: string]: unknown }, form: string] } = {
  resource: [resources, 'resource'],
  data: [dataSources, 'data source'],
  action: [actions, 'action'],
  ephemeral: [ephemerals, 'ephemeral'],
};

function findBlock(kind: BlockKind, type: string): Block | undefined {
  if (kind === 'provider')
    return type === providerType ? { name: type, form: 'provider', doc: 'The provider.', attributes: providerAttributes } : undefined;
  const [all, form] = forms[kind] ?? [];
  const name = type.startsWith(prefix) ? type.slice(prefix.length) : '';
  return all && form && Object.hasOwn(all, name) ? { ...(all[name] as Omit<Block, 'form'>), form } : undefined;
}

/** The schemas of this provider's blocks, created on demand. Another provider of the same name has another source address. */
export const providerSchemas = (): TerraformSchemas => ({
  origin: 'this release of the provider',
  schemaOf(kind, type, source) {
    if (source !== undefined && source !== providerAddress && !providerAddress.endsWith(`/${source}`)) return undefined;
    const block = findBlock(kind, type);
    if (!block) return undefined;
    return withMetaArguments(jsonSchema(block), kind);
  },
});
