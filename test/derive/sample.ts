import {
  bool, serviceDefault, computed, conflictsWith, id, int, stringMatching, listOf, mapOf, object, oneOf, optional, required, resource, setOf, string, stringOfLength, time, toOneRelationship, when,
} from '../../src/declare/index.ts';

/** A resource that uses every kind and most traits, for tests of what is derived. */
export const dock = resource('dock', {
  service: 'workspaces',
  doc: 'A dock.',
  type: 'docks',
  imports: ['{id}', '{organization}/{name}'],
  endpoints: {
    create: 'POST /organizations/{organization}/docks',
    read: 'GET /docks/{id}',
    update: 'PATCH /docks/{id}',
    delete: 'DELETE /docks/{id}',
  },
  attributes: {
    id: computed(id('dock'), 'The ID.'),
    organization: optional(string, 'Who owns it.', { inherits: 'organization', immutable: true, at: toOneRelationship('organization', 'organizations') }),
    name: required(stringMatching(/^[a-z-]+$/, 'lower-case letters and -'), 'Its name.'),
    mode: optional(oneOf('wet', 'dry'), 'How ships lie.', { default: serviceDefault }),
    flooded: optional(bool, 'Whether it is wet.', { deprecated: 'Use `mode`.' }),
    pump_id: optional(id('pump'), 'The pump.', { changesWith: ['mode'] }),
    depth: optional(int, 'In metres.', { default: 9 }),
    note: optional(stringOfLength(0, 5), 'A short note.', { default: '' }),
    opens_at: optional(time, 'When it opens.'),
    key: optional(stringMatching(/^k-/, 'a key that begins with k-'), 'The key.', { sensitive: true, secret: {} }),
    key_wo: optional(stringMatching(/^k-/, 'a key that begins with k-'), 'The key, not stored.', { at: 'key', writeOnly: { revision: 'key_version' } }),
    key_version: optional(int, 'Counts the keys.', { local: true }),
    labels: optional(mapOf(stringMatching(/^[a-z]*$/, 'lower-case letters'), { key: stringMatching(/^[a-z]+$/, 'lower-case letters'), most: 2 }), 'Labels.'),
    codes: optional(setOf(stringMatching(/^[A-Z]{2}$/, 'two capitals')), 'Codes.'),
    berths: optional(listOf(object({
      name: required(string, 'Its name.'),
      metres: optional(int, 'Its length.', { default: 20 }),
      taken: computed(bool, 'Whether a ship lies there.'),
    })), 'Berths.'),
    crane: optional(object({
      maker: required(string, 'Who made it.'),
      tonnes: optional(int, 'What it lifts.', { deprecated: 'Use `load`.' }),
      load: optional(int, 'What it lifts, in kilograms.'),
      serial: computed(string, 'Its number.'),
    }), 'The crane.'),
    ships: computed(int, 'How many ships lie there.'),
  },
  constraints: [
    conflictsWith('mode', 'flooded', 'the second is the old spelling of the first'),
    when('mode', 'dry').needs('pump_id'),
    when('mode', 'wet').forbids('pump_id'),
    conflictsWith('crane.tonnes', 'crane.load'),
    conflictsWith('key', 'key_wo'),
  ],
  notes: ['Docks are slow.'],
});
