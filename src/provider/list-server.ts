import { listObjects } from '../apply/list-objects.ts';
import { nounOf, type Resource, type Values } from '@slipway/declarations/declare';
import { identityNames, type ListDeclaration, providerSchema, validateConfig } from '@slipway/declarations/derive';
import type { ListServer } from '../protocol/provider-server.ts';
import { diagnoseConfigError } from './diagnose.ts';
import { type ProviderContext, createApplyContext } from './resource-server.ts';
import { conformToSchema } from './upgrade-state.ts';
import { requireSetting } from './provider-section.ts';

type ListInput = Parameters<ListServer['list']>[0];

/** The display name of an object: its name or key, else its identity. */
const displayNameOf = (object: Values, identity: Values): string =>
  String(object['name'] ?? object['key'] ?? object['id'] ?? Object.values(identity).join('/'));

const listFound = async function* (
  resource: Resource,
  provider: ProviderContext,
  { attributes }: ListDeclaration,
  { config, limit, includeObject }: ListInput,
  signal: AbortSignal,
): ReturnType<ListServer['list']> {
  const context = createApplyContext(provider, resource.service, signal, provider.log);
  const inherited = () => requireSetting(provider.clients().section(resource.service), 'organization');
  const filters: Values = Object.fromEntries(
    Object.entries(attributes).map(([name, { inherits }]) => [name, config[name] ?? (inherits ? inherited() : null)]),
  );
  let count = 0;
  for await (const values of listObjects(resource, filters, context)) {
    if (limit > 0 && count++ >= limit) return;
    const object = conformToSchema(resource.attributes, values);
    const identity = Object.fromEntries(identityNames(resource).map((name) => [name, object[name] ?? null]));
    yield { identity, displayName: displayNameOf(object, identity), diagnostics: [], ...(includeObject ? { object } : {}) };
  }
};

/** A list resource (engine 1.14): the objects that the `list` endpoint of a resource returns. */
export const listServer = (resource: Resource, declaration: ListDeclaration, provider: ProviderContext): ListServer => ({
  schema: providerSchema(declaration),
  validate: async (config) => validateConfig(declaration, config).map(diagnoseConfigError),
  list: async function* (input, { signal }) {
    try {
      yield* listFound(resource, provider, declaration, input, signal);
    } catch (error) {
      yield { identity: {}, displayName: '', diagnostics: [provider.diagnose(error, `list every ${nounOf(resource.name)}`)] };
    }
  },
});
