import {
  serviceDefault,
  computed,
  conflictsWith,
  exactlyOneOf,
  oneOf,
  optional,
  required,
  resource,
  string,
  uuid,
  when,
} from '../../declare/index.ts';
import { findExpressionError } from './expression.ts';
import { nonEmptyString } from './kinds.ts';
import { textConstraint, uuidWhen } from './constraints.ts';
import { moveFromCircleci } from '../state-moves.ts';

export const ciContextRestriction = resource('ci_context_restriction', {
  service: 'ci',
  doc: 'Who may use a context: one project, or those whose pipelines satisfy an expression.',
  type: 'context-restriction',
  naturalKey: ['context_id', 'restriction_type', 'restriction_value'],
  imports: ['{context_id}/{id}'],
  stateMoves: [moveFromCircleci('circleci_context_restriction', { id: 'id', context_id: 'context_id' })],

  endpoints: {
    create: 'POST /context/{context_id}/restrictions',
    list: 'GET /context/{context_id}/restrictions',
    delete: 'DELETE /context/{context_id}/restrictions/{id}',
  },

  attributes: {
    id: computed(uuid, 'The ID of the restriction.'),
    context_id: required(uuid, 'The context that is restricted.', { pathParameter: true }),
    restriction_type: optional(
      oneOf('project', 'expression', 'group'),
      'What `restriction_value` is: the ID of a project, an expression, or, at the hosted service, the ID of a group.',
      {
        default: serviceDefault,
        immutable: true,
      },
    ),
    restriction_value: optional(nonEmptyString, 'The project, the expression or the group.', { default: serviceDefault, immutable: true }),
    project_id: optional(uuid, 'The project that may use the context.', {
      default: serviceDefault,
      immutable: true,
      optionalInResponse: true,
      deprecated: 'Use `restriction_type = "project"` with `restriction_value`.',
    }),
    name: computed(string, 'The name of the project, if the service returns it.', { optionalInResponse: true }),
  },

  constraints: [
    exactlyOneOf('restriction_type', 'project_id'),
    conflictsWith('project_id', 'restriction_value', 'it already names the project'),
    when('restriction_type').needs('restriction_value'),
    uuidWhen('restriction_type', ['project', 'group'], 'restriction_value'),
    textConstraint(
      ['restriction_type', 'restriction_value'],
      'restriction_value',
      '`restriction_value` must be a well-formed expression when `restriction_type` is "expression".',
      (values) => values['restriction_type'] === 'expression',
      (text) => findExpressionError(text) !== null,
    ),
  ],

  notes: [
    'A restriction cannot be changed: every change replaces it.',
    'The function `restriction_expression_fault` describes what is wrong with an expression.',
  ],
});
