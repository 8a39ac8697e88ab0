import { bool, oneOf, string, stringOfLength } from '@slipway/declarations/declare';
import { computed, noun, optional, required } from '../../nouns/declaration.ts';
import { underNoun } from '../../nouns/parents/under-noun.ts';
import { toParent } from '../../nouns/relationships/relationship.ts';
import { timeOfCreation, timeOfUpdate } from '../../nouns/timestamps.ts';
import { requireKeptOfSensitive } from '../variables/kept-of-sensitive.ts';
import { policySet } from './policy-sets.ts';

export const policySetParameter = noun('vars', {
  doc: 'A value for the policies of a set. Policies in Rego do not read it.',
  label: 'parameter',
  idPrefix: 'var',
  kind: 'policy-set-parameters',
  collection: 'parameters',
  itemPath: `${policySet.itemPath}/parameters/{parameter_id}`,
  parents: [underNoun(policySet)],
  attributes: {
    key: required(stringOfLength(1, 255), 'The name of the parameter.', { unique: true }),
    value: optional(string, 'The value; null in a response where it is sensitive.', {
      default: '',
      value: ({ body }) => (body['sensitive'] ? null : body['value']),
      effect: 'none',
    }),
    category: optional(oneOf('policy-set'), 'The kind of variable.', { default: 'policy-set' }),
    sensitive: optional(bool, 'Whether the value is never shown again.', { default: false }),
    hcl: optional(bool, 'Whether the value is an expression of the configuration language.', { default: false, effect: 'none' }),
    description: optional(string, 'What the parameter is for.', { effect: 'none' }),
    'version-id': computed(string, 'Changes with every write.', { onWrite: (ctx) => ctx.newId('v') }),
    'created-at': timeOfCreation(),
    'updated-at': timeOfUpdate(),
  },
  relationships: { configurable: toParent('policy-sets', 'The policy set that it belongs to.') },
  behavior: {
    beforeUpdate: async (_, record, body) => {
      requireKeptOfSensitive('parameter', record.body, body);
      return body;
    },
  },
});
