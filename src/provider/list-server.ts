import { fillPath, toNeutralItem } from '../apply/call-endpoint.ts';
import { type Attributes, optional, pathParametersOf, type Resource, type Endpoint, type Values, nounOf } from '../declare/index.ts';
import { identityNames, providerSchema, verdict } from '../derive/index.ts';
import { decodeDocument, documentFormatOf } from '../dialects/index.ts';
import type { ListServer } from '../protocol/provider-server.ts';
import { diagnoseConfigError } from './diagnose.ts';
import { type ProviderContext, createApplyContext } from './resource-server.ts';
import { conformToSchema } from './upgrade-state.ts';
import { requireSetting } from './provider-section.ts';

/** A list resource (engine 1.14): the objects of a resource's `list` row; its path parameters are the filters. */
export const listServer = (resource: Resource, provider: ProviderContext): ListServer => {
  const endpoint = resource.endpoints.list as Endpoint;
  const filters: Attributes = Object.fromEntries(
    pathParametersOf(endpoint).map((name) => {
      const { kind, doc, inherits, mode } = resource.attributes[name] as Resource['attributes'][string];
      return [name, inherits ? optional(kind, doc, { inherits }) : { mode, kind, doc }];
    }),
  );
  const of = { attributes: filters, doc: `Every ${nounOf(resource.name)} below \`${endpoint}\`.` };
  return {
    schema: providerSchema(of),
    validate: async (config) => verdict(of, config).map(diagnoseConfigError),
    list: async function* ({ config, limit, includeObject }, { signal }) {
      try {
        const context = createApplyContext(provider, resource.service, signal, provider.log);
        const values: Values = Object.fromEntries(
          pathParametersOf(endpoint).map((name) => [
            name,
            config[name] ?? (filters[name]?.inherits ? requireSetting(provider.clients().section(resource.service), 'organization') : null),
          ]),
        );
        let count = 0;
        for await (const item of context.client.list({ path: fillPath(endpoint, values), signal })) {
          if (limit > 0 && count++ >= limit) return;
          const document = toNeutralItem(item, resource.service);
          const object = conformToSchema(resource.attributes, {
            ...values,
            ...decodeDocument(documentFormatOf(resource.service), resource.attributes, document),
          });
          const identity = Object.fromEntries(identityNames(resource).map((name) => [name, object[name] ?? null]));
          yield {
            identity,
            displayName: String(object['name'] ?? object['key'] ?? object['id']),
            diagnostics: [],
            ...(includeObject ? { object } : {}),
          };
        }
      } catch (error) {
        yield { identity: {}, displayName: '', diagnostics: [provider.diagnose(error, `list every ${nounOf(resource.name)}`)] };
      }
    },
  };
};
