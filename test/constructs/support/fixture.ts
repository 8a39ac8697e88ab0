import { computed, object, optional, required, string } from '../../../declarations/src/declare/index.ts';
import { providerSchema } from '../../../declarations/src/derive/index.ts';
import type { Provider } from '../../../src/protocol/provider-server.ts';

/** What no declaration of ours has at present: an ephemeral resource, a deprecated resource, a deprecated member, a variadic function. */
const note = {
  name: 'note',
  doc: 'A note.',
  deprecated: 'Use `slipway_page`.',
  attributes: {
    body: optional(
      object({ text: optional(string, 'Its text.', { deprecated: 'Use `lines`.' }), lines: optional(string, 'Its lines.') }),
      'Its text.',
    ),
  },
};
const token = {
  name: 'token',
  doc: 'A token for a while.',
  attributes: { scope: required(string, 'What it opens.'), secret: computed(string, 'Its secret.', { sensitive: true }) },
};
const own = { name: 'slipway', doc: 'The provider.', attributes: { address: optional(string, 'Where.') } };

export const fixture = { provider: own, resources: { note }, dataSources: {}, ephemerals: { token } };

export const fixtureProvider = {
  schema: providerSchema(own),
  resources: { slipway_note: { schema: providerSchema(note) } },
  dataSources: {},
  ephemerals: { slipway_token: { schema: providerSchema(token) } },
  functions: {
    join: {
      summary: 'Joins.',
      description: 'Joins texts.',
      parameters: [{ name: 'separator', type: 'string', description: 'Between.' }],
      variadic: { name: 'parts', type: 'string', description: 'The texts.' },
      returns: 'string',
      deprecationMessage: 'Use `fold`.',
      call: () => '',
    },
  },
} as unknown as Provider;
