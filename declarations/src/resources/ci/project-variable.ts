import { computed, conflictsWith, required, resource, string } from '../../declare/index.ts';
import { createdAt, onConflict, projectSlugAttribute, secretValue, variableName } from './kinds.ts';
import { moveFromCircleci } from '../state-moves.ts';

export const ciProjectVariable = resource('ci_project_variable', {
  service: 'ci',
  doc: 'One environment variable of a project.',
  type: 'project-environment-variable',
  key: ['project_slug', 'name'],
  imports: ['{project_slug}/{name}'],
  stateMoves: [moveFromCircleci('circleci_project_environment_variable', { project_slug: 'project_slug', name: 'name' })],

  endpoints: {
    create: 'POST /project/{project_slug}/envvar',
    update: 'POST /project/{project_slug}/envvar',
    read: 'GET /project/{project_slug}/envvar/{name}',
    list: 'GET /project/{project_slug}/envvar',
    delete: 'DELETE /project/{project_slug}/envvar/{name}',
  },

  attributes: {
    project_slug: projectSlugAttribute,
    name: required(variableName, 'Its name.', { immutable: true }),
    ...secretValue('masked_value', { masked: true, companions: ['name'] }),
    on_conflict: onConflict,
    masked_value: computed(
      string,
      'What the service shows of the value: four `x` and, of a value with eight or more characters, its last four. ' +
        'How a change made elsewhere is noticed.',
      { at: 'value', changesWith: '*' },
    ),
    created_at: createdAt,
  },

  constraints: [conflictsWith('value', 'value_wo')],
  requiredOnCreate: [['value', 'value_wo']],

  notes: [
    'A write creates or replaces the variable: `on_conflict` decides about an existing variable of that name, and the plan reports it. ' +
      'The list of variables that the plan read is used for up to 30 seconds: a variable that somebody else creates in that time ' +
      'is overwritten, whatever `on_conflict` says.',
    'The service returns a mask. A variable that exists keeps its value while neither `value` nor `value_wo` is set; after an import one ' +
      'apply writes a configured value. A change made elsewhere is noticed where the last four characters differ, and the next apply ' +
      'writes the configured value.',
  ],
});
