import type { BlockSchema, SchemaAttribute } from '../../../declarations/src/block-schema.ts';
import { makeProvider } from '../../../src/provider/provider.ts';
import type { Values } from '../../../declarations/src/declare/index.ts';
import { type ProtocolClient, unknown, value } from '../../../src/test/protocol/client.ts';
import type { SensitivePlace } from '../../../service/test/laws/provider-secrets/sensitive-places.ts';

const provider = makeProvider({ version: '0', environment: {}, log: () => {} });
type Schema = { readonly [name: string]: SchemaAttribute };

/** The values as an engine sends them: every attribute, null where nothing is set. */
const complete = (schema: Schema, values: Values): Values =>
  Object.fromEntries(
    Object.entries(schema).map(([name, { nested }]) => {
      const given = values[name] ?? null;
      if (nested === undefined || given === null || typeof given !== 'object') return [name, given];
      if (nested.nesting === 'single') return [name, complete(nested.attributes, given as Values)];
      const entries = Object.entries(given).map(([key, one]) => [key, complete(nested.attributes, one as Values)] as const);
      return [name, Array.isArray(given) ? entries.map(([, one]) => one) : Object.fromEntries(entries)];
    }),
  );
const without = (schema: Schema, values: Values, trait: 'writeOnly' | 'computed'): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, one]) => [
      name,
      schema[name]![trait] && (trait === 'writeOnly' || !schema[name]!.optional) ? null : one,
    ]),
  );
const schemaOf = ({ form, type }: SensitivePlace): BlockSchema => {
  const name = `slipway_${type}`;
  if (form === 'provider') return provider.schema;
  const servers = { resource: provider.resources, data: provider.dataSources, ephemeral: provider.ephemerals, action: provider.actions };
  return servers[form][name]!.schema;
};

const driveResource = async (place: SensitivePlace, client: ProtocolClient, secret: string): Promise<readonly unknown[]> => {
  const type_name = `slipway_${place.type}`;
  const schema = schemaOf(place).attributes;
  const all = complete(schema, { id: 'var-1', ...(schema['upgrade_timeout'] ? { upgrade_timeout: 1 } : {}), ...place.values(secret) });
  const config = without(schema, all, 'computed');
  const state = without(schema, complete(schema, { ...all, value_wo_version: 1 }), 'writeOnly');
  const planned = Object.fromEntries(
    Object.entries(without(schema, config, 'writeOnly')).map(([name, one]) => [
      name,
      one === null && schema[name]!.computed ? unknown : one,
    ]),
  );
  const nothing = value(null);
  // The first two tell the provider the secret: that of a configuration, or that of a computed attribute.
  const calls: readonly (readonly [string, object])[] = [
    ['ValidateResourceConfig', { type_name, config: value(config) }],
    ['ReadResource', { type_name, current_state: value(state) }],
    ['PlanResourceChange', { type_name, prior_state: nothing, proposed_new_state: value(planned), config: value(config) }],
    ['PlanResourceChange', { type_name, prior_state: value(state), proposed_new_state: value(planned), config: value(config) }],
    ['ApplyResourceChange', { type_name, prior_state: nothing, planned_state: value(planned), config: value(config) }],
    [
      'ApplyResourceChange',
      {
        type_name,
        prior_state: value('value' in schema ? { ...state, value: null } : state),
        planned_state: value(planned),
        config: value(config),
      },
    ],
    ['ApplyResourceChange', { type_name, prior_state: value(state), planned_state: nothing, config: nothing }],
    ['ImportResourceState', { type_name, id: secret.slice(0, 100) }],
  ];
  const answers: unknown[] = [];
  for (const [name, request] of calls) {
    const answer = await client.call(name, request);
    answers.push(answer.diagnostics);
  }
  return answers;
};

const driveOther = async (place: SensitivePlace, client: ProtocolClient, secret: string): Promise<readonly unknown[]> => {
  const type = `slipway_${place.type}`;
  const schema = schemaOf(place).attributes;
  const config = value(without(schema, complete(schema, place.values(secret)), 'computed'));
  if (place.form === 'action')
    return [
      await client.call('ValidateActionConfig', { type_name: type, config }),
      await client.call('PlanAction', { action_type: type, config }),
      ...(await client.all('InvokeAction', { action_type: type, config })),
    ];
  const [validate, open] =
    place.form === 'data' ? ['ValidateDataResourceConfig', 'ReadDataSource'] : ['ValidateEphemeralResourceConfig', 'OpenEphemeralResource'];
  return [await client.call(validate, { type_name: type, config }), (await client.call(open, { type_name: type, config })).diagnostics];
};

/** The provider block with the address, and a token of its own. */
export const configure = (client: ProtocolClient, address: string, token: string): Promise<{ diagnostics: unknown }> => {
  const section = { address, token, organization: 'acme', dialect: null, profile: null };
  const config = complete(provider.schema.attributes, { workspaces: section, ci: section });
  return client.call('ConfigureProvider', { terraform_version: '1.14.0', config: value(config) });
};

/** Every call of the engine that an object with this attribute is part of; what a person sees of the answers. */
export const drivePlace = (place: SensitivePlace, client: ProtocolClient, secret: string): Promise<readonly unknown[]> =>
  place.form === 'resource' ? driveResource(place, client, secret) : driveOther(place, client, secret);
