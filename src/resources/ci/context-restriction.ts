import { chosen, computed, conflicts, exactlyOne, oneOf, optional, required, resource, string, uuid, when } from '../../declare/index.ts';
import { expressionFault } from './expression.ts';
import { filled } from './kinds.ts';
import { judged, uuidWhen } from './rules.ts';

export const ciContextRestriction = resource('ci_context_restriction', {
  service: 'ci',
  doc: 'Who may use a context: one project, or those whose pipelines satisfy an expression.',
  type: 'context-restriction',
  naturalKey: ['context_id', 'restriction_type', 'restriction_value'],
  imports: ['{context_id}/{id}'],

  endpoints: {
    create: 'POST /context/{context_id}/restrictions',
    list: 'GET /context/{context_id}/restrictions',
    delete: 'DELETE /context/{context_id}/restrictions/{id}',
  },

  attributes: {
    id: computed(uuid, 'The ID of the restriction.'),
    context_id: required(uuid, 'The context that is restricted.', { address: true }),
    restriction_type: optional(oneOf('project', 'expression', 'group'), 'What `restriction_value` is: the ID of a project, an expression, or, at the hosted service, the ID of a group.', {
      default: chosen, immutable: true,
    }),
    restriction_value: optional(filled, 'The project, the expression or the group.', { default: chosen, immutable: true }),
    project_id: optional(uuid, 'The project that may use the context.', {
      default: chosen, immutable: true, sometimes: true, deprecated: 'Use `restriction_type = "project"` with `restriction_value`.',
    }),
    name: computed(string, 'What it is called, where the service tells: the name of the project.', { sometimes: true }),
  },

  constraints: [
    exactlyOne('restriction_type', 'project_id'),
    conflicts('project_id', 'restriction_value', 'it says the project by itself'),
    when('restriction_type').needs('restriction_value'),
    uuidWhen('restriction_type', ['project', 'group'], 'restriction_value'),
    judged(['restriction_type', 'restriction_value'], 'restriction_value', '`restriction_value` must be a well-formed expression when `restriction_type` is "expression".',
      (values) => values['restriction_type'] === 'expression', (text) => expressionFault(text) !== null),
  ],

  notes: ['A restriction cannot be changed: every change replaces it.', 'The function `restriction_expression_fault` says what is wrong with an expression.'],
});
