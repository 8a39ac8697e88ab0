import { computed, conflictsWith, required, resource, string, time, uuid } from '../../declare/index.ts';
import { createdAt, onConflict, secretValue, variableName } from './kinds.ts';
import { moveFromCircleci } from '../state-moves.ts';

export const ciContextVariable = resource('ci_context_variable', {
  service: 'ci',
  doc: 'One environment variable of a context.',
  type: 'context-environment-variable',
  key: ['context_id', 'name'],
  imports: ['{context_id}/{name}'],
  stateMoves: [moveFromCircleci('circleci_context_environment_variable', { context_id: 'context_id', name: 'name' })],

  endpoints: {
    create: 'PUT /context/{context_id}/environment-variable/{name}',
    update: 'PUT /context/{context_id}/environment-variable/{name}',
    list: 'GET /context/{context_id}/environment-variable',
    delete: 'DELETE /context/{context_id}/environment-variable/{name}',
  },

  attributes: {
    context_id: required(uuid, 'The context that holds it.', { pathParameter: true }),
    name: required(variableName, 'Its name.', { pathParameter: true, at: 'variable' }),
    ...secretValue('updated_at'),
    on_conflict: onConflict,
    masked_value: computed(
      string,
      'What the hosted service shows of the value: a mask and, of a value with eight or more characters, its last four.',
      {
        at: 'truncated_value',
        changesWith: '*',
        optionalInResponse: true,
      },
    ),
    created_at: createdAt,
    updated_at: computed(time, 'When it was last written: how a change made elsewhere is noticed.', { changesWith: '*' }),
  },

  constraints: [conflictsWith('value', 'value_wo')],
  requiredOnCreate: [['value', 'value_wo']],

  notes: [
    'A write creates or replaces the variable: `on_conflict` decides about an existing variable of that name, and the plan reports it. ' +
      'The list of variables that the plan read is used for up to 30 seconds: a variable that somebody else creates in that time ' +
      'is overwritten, whatever `on_conflict` says.',
    'No response contains the value. A variable that exists keeps it while neither `value` nor `value_wo` is set; after an import one ' +
      'apply writes a configured value. A change made elsewhere is noticed by `updated_at`, and the next apply writes ours.',
  ],
});
