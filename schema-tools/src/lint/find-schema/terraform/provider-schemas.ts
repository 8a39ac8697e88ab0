import { isObject } from '../../../json.ts';
import { type Block, blockSchema } from './block-schema.ts';
import { type BlockKind, type JsonSchema, type TerraformSchemas, withMetaArguments } from './terraform-schemas.ts';

/** The output of `terraform providers schema -json`. */
interface ProviderJson {
  readonly [part: string]: unknown;
}
interface SchemaJson {
  readonly block?: Block;
}

const sections: { readonly [kind in Exclude<BlockKind, 'provider'>]: string } = {
  resource: 'resource_schemas',
  data: 'data_source_schemas',
  ephemeral: 'ephemeral_resource_schemas',
  action: 'action_schemas',
  list: 'list_resource_schemas',
};

const findBlock = (provider: ProviderJson, kind: BlockKind, type: string): Block | undefined => {
  const entry =
    kind === 'provider'
      ? provider['provider']
      : isObject(provider[sections[kind]])
        ? (provider[sections[kind]] as { readonly [type: string]: unknown })[type]
        : undefined;
  return isObject(entry) ? ((entry as SchemaJson).block ?? {}) : undefined;
};

/** A short address (`hashicorp/aws`) is the end of a whole one. */
const matchesAddress = (address: string, source: string): boolean => address === source || address.endsWith(`/${source}`);

/**
 * The schemas in a file written by `terraform providers schema -json`, parsed. They are converted on demand. Throws an Error whose message
 * says what was expected.
 */
export function providerSchemas(parsed: unknown, from: string): TerraformSchemas {
  const providers = isObject(parsed) ? parsed['provider_schemas'] : undefined;
  if (!isObject(providers)) throw new Error('it has no `provider_schemas`; write it with `terraform providers schema -json`');
  const addresses = Object.keys(providers).filter((address) => isObject(providers[address]));
  return {
    origin: from,
    schemaOf(kind, type, source) {
      const told = source === undefined ? [] : addresses.filter((address) => matchesAddress(address, source));
      const fitting = kind === 'provider' ? addresses.filter((address) => address.split('/').at(-1) === type) : addresses;
      for (const address of told.length > 0 ? told : fitting) {
        const block = findBlock(providers[address] as ProviderJson, kind, type);
        if (!block) continue;
        const id = `urn:terraform:${[address.replaceAll('/', ':'), kind, type].map((part) => part.replaceAll('_', '-')).join(':')}`;
        return withMetaArguments(blockSchema(block, id, { kind, title: kind === 'provider' ? address : type }), kind) satisfies JsonSchema;
      }
      return undefined;
    },
  };
}
