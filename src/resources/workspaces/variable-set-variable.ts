import {
  bool,
  computed,
  conflictsWith,
  id,
  int,
  oneOf,
  optional,
  required,
  resource,
  string,
  stringOfLength,
  time,
  toOneRelationship,
} from '../../declare/index.ts';
import { moveFromTfe } from './tfe-moves.ts';

export const variableSetVariable = resource('variable_set_variable', {
  service: 'workspaces',
  doc: 'One variable of a variable set.',
  type: 'vars',
  naturalKey: ['variable_set_id', 'category', 'key'],
  imports: ['{variable_set_id}/{id}', '{organization}/{variable_set_id}/{category}/{key}'],
  stateMoves: [moveFromTfe('tfe_variable', { id: 'id', variable_set_id: 'variable_set_id', key: 'key' })],

  endpoints: {
    create: 'POST /varsets/{variable_set_id}/relationships/vars',
    list: 'GET /varsets/{variable_set_id}/relationships/vars',
    update: 'PATCH /varsets/{variable_set_id}/relationships/vars/{id}',
    delete: 'DELETE /varsets/{variable_set_id}/relationships/vars/{id}',
  },

  attributes: {
    id: computed(id('var'), 'The ID of the variable.'),
    variable_set_id: required(id('varset'), 'The set that holds it.', {
      pathParameter: true,
      references: 'variable_set',
      at: toOneRelationship('varset', 'varsets'),
    }),
    key: required(stringOfLength(1, 255), 'Its name.'),
    category: required(oneOf('infra', 'env'), 'Whether it is a variable of the engine (`infra`) or of the environment (`env`).'),
    value: optional(string, 'Its value. Kept in the state: for a secret use `value_wo`.', {
      default: '',
      sensitive: true,
      secret: { changeMarker: 'version_id' },
    }),
    value_wo: optional(string, 'Its value, never stored in plan or state. A change is noticed without a version to count.', {
      at: 'value',
      sensitive: true,
      writeOnly: { revision: 'value_wo_version', changeMarker: 'version_id', insteadOf: 'value' },
    }),
    value_wo_version: optional(
      int,
      'Moves up by one whenever `value_wo` differs from what was last sent; set it to decide yourself when the value is sent.',
      { local: true },
    ),
    description: optional(string, 'What it is for.', { default: '' }),
    hcl: optional(bool, 'Whether the value is code of the configuration language; without effect for `env`.', { default: false }),
    sensitive: optional(bool, 'Whether the service never shows the value again. Going back to `false` replaces the variable.', {
      default: false,
      immutable: { from: true },
    }),
    created_at: computed(time, 'When it was made.'),
    version_id: computed(string, 'The version of the value, if the service returns one; a change made elsewhere is detected by it.', {
      changesWith: '*',
      optionalInResponse: true,
    }),
  },

  constraints: [conflictsWith('value', 'value_wo')],

  notes: [
    'After an import of a variable whose value is sensitive, or that uses `value_wo`, one apply ' +
      'writes the value: what the service holds cannot be read.',
    'A service that answers no `version-id` gives no way to notice that a sensitive value was changed elsewhere.',
  ],
});
