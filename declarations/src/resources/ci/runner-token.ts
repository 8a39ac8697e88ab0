import { computed, required, resource, string, stringOfLength, uuid } from '../../declare/index.ts';
import { createdAt } from './kinds.ts';
import { resourceClassKind, runnerAddressNote } from './runner-resource-class.ts';
import { moveFromCircleci } from '../state-moves.ts';

export const ciRunnerToken = resource('ci_runner_token', {
  service: 'ci',
  doc: 'A token with which self-hosted runners take the jobs of a resource class.',
  type: 'runner-token',
  imports: ['{resource_class}/{id}'],
  stateMoves: [moveFromCircleci('circleci_runner_token', { id: 'id', resource_class: 'resource_class' })],

  endpoints: {
    create: 'POST /api/v3/runner/token',
    list: 'GET /api/v3/runner/token?resource-class={resource_class}',
    delete: 'DELETE /api/v3/runner/token/{id}',
  },

  attributes: {
    id: computed(uuid, 'The ID of the token.'),
    resource_class: required(resourceClassKind, 'The resource class, with its namespace.', { immutable: true }),
    nickname: required(stringOfLength(1, 255), 'What it is called.', { immutable: true }),
    token: computed(string, 'The token.', { sensitive: true, revealedOnce: true }),
    created_at: createdAt,
  },

  notes: ['The state holds the token. Only the answer to the create contains it: after an import it is not known.', runnerAddressNote],
});
