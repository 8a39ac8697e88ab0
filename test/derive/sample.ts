import {
  bool, chosen, computed, conflicts, id, int, like, listOf, mapOf, object, oneOf, optional, required, resource, setOf, string, text, time, toOne, when,
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
    organization: optional(string, 'Who owns it.', { inherits: 'organization', immutable: true, at: toOne('organization', 'organizations') }),
    name: required(like(/^[a-z-]+$/, 'lower-case letters and -'), 'Its name.'),
    mode: optional(oneOf('wet', 'dry'), 'How ships lie.', { default: chosen }),
    flooded: optional(bool, 'Whether it is wet.', { deprecated: 'Use `mode`.' }),
    pump_id: optional(id('pump'), 'The pump.', { follows: ['mode'] }),
    depth: optional(int, 'In metres.', { default: 9 }),
    note: optional(text(0, 5), 'A short note.', { default: '' }),
    opens_at: optional(time, 'When it opens.'),
    key: optional(like(/^k-/, 'a key that begins with k-'), 'The key.', { sensitive: true, secret: {} }),
    key_wo: optional(like(/^k-/, 'a key that begins with k-'), 'The key, not stored.', { at: 'key', writeOnly: { revision: 'key_version' } }),
    key_version: optional(int, 'Counts the keys.', { local: true }),
    labels: optional(mapOf(like(/^[a-z]*$/, 'lower-case letters'), { key: like(/^[a-z]+$/, 'lower-case letters'), most: 2 }), 'Labels.'),
    codes: optional(setOf(like(/^[A-Z]{2}$/, 'two capitals')), 'Codes.'),
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
    conflicts('mode', 'flooded', 'the second is the old spelling of the first'),
    when('mode', 'dry').needs('pump_id'),
    when('mode', 'wet').forbids('pump_id'),
    conflicts('crane.tonnes', 'crane.load'),
    conflicts('key', 'key_wo'),
  ],
  notes: ['Docks are slow.'],
});
