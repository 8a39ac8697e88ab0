import { fillPath, toNeutralItem } from '../apply/call-endpoint.ts';
import {
  type Attribute,
  type Attributes,
  optional,
  pathParametersOf,
  type Resource,
  type Endpoint,
  type Values,
  nounOf,
} from '../declare/index.ts';
import { identityNames, providerSchema, validateConfig } from '../derive/index.ts';
import { decodeDocument, documentFormatOf } from '../dialects/index.ts';
import type { ListServer } from '../protocol/provider-server.ts';
import { diagnoseConfigError } from './diagnose.ts';
import { type ProviderContext, createApplyContext } from './resource-server.ts';
import { conformToSchema } from './upgrade-state.ts';
import { requireSetting } from './provider-section.ts';

/** The filters of a list resource: the path parameters of the `list` endpoint. */
const filterAttributes = (resource: Resource, endpoint: Endpoint): Attributes =>
  Object.fromEntries(
    pathParametersOf(endpoint).map((name) => {
      const { kind, doc, inherits, mode } = resource.attributes[name] as Attribute;
      return [name, inherits ? optional(kind, doc, { inherits }) : { mode, kind, doc }];
    }),
  );

type ListInput = Parameters<ListServer['list']>[0];

const listObjects = async function* (
  resource: Resource,
  provider: ProviderContext,
  filters: Attributes,
  { config, limit, includeObject }: ListInput,
  signal: AbortSignal,
): ReturnType<ListServer['list']> {
  const endpoint = resource.endpoints.list as Endpoint;
  const { client } = createApplyContext(provider, resource.service, signal, provider.log);
  const inherited = () => requireSetting(provider.clients().section(resource.service), 'organization');
  const values: Values = Object.fromEntries(
    Object.entries(filters).map(([name, { inherits }]) => [name, config[name] ?? (inherits ? inherited() : null)]),
  );
  let count = 0;
  for await (const item of client.list({ path: fillPath(endpoint, values), signal })) {
    if (limit > 0 && count++ >= limit) return;
    const decoded = decodeDocument(documentFormatOf(resource.service), resource.attributes, toNeutralItem(item, resource.service));
    const object = conformToSchema(resource.attributes, { ...values, ...decoded });
    yield {
      identity: Object.fromEntries(identityNames(resource).map((name) => [name, object[name] ?? null])),
      displayName: String(object['name'] ?? object['key'] ?? object['id']),
      diagnostics: [],
      ...(includeObject ? { object } : {}),
    };
  }
};

/** A list resource (engine 1.14): the objects that the `list` endpoint of a resource returns. */
export const listServer = (resource: Resource, provider: ProviderContext): ListServer => {
  const endpoint = resource.endpoints.list as Endpoint;
  const filters = filterAttributes(resource, endpoint);
  const block = { attributes: filters, doc: `Every ${nounOf(resource.name)} below \`${endpoint}\`.` };
  return {
    schema: providerSchema(block),
    validate: async (config) => validateConfig(block, config).map(diagnoseConfigError),
    list: async function* (input, { signal }) {
      try {
        yield* listObjects(resource, provider, filters, input, signal);
      } catch (error) {
        yield { identity: {}, displayName: '', diagnostics: [provider.diagnose(error, `list every ${nounOf(resource.name)}`)] };
      }
    },
  };
};
