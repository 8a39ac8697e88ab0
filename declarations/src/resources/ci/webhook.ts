import {
  bool,
  computed,
  int,
  oneOf,
  optional,
  required,
  resource,
  setOf,
  stringMatching,
  stringOfLength,
  time,
  uuid,
} from '../../declare/index.ts';
import { createdAt } from './kinds.ts';
import { moveFromCircleci } from '../state-moves.ts';

/** User information would be a secret in the state, and no response contains it. */
const webhookUrl = stringMatching(
  /^https?:\/\/[^\s/?#@]{1,255}(?:[/?#]\S{0,1700})?$/,
  'a URL that begins with https:// or http://, without user information',
);

export const ciWebhook = resource('ci_webhook', {
  service: 'ci',
  doc: 'An outbound webhook: where the service sends what happens in a project.',
  type: 'webhook',
  imports: ['{scope_id}/{id}'],
  stateMoves: [moveFromCircleci('circleci_webhook', { id: 'id', scope_id: 'scope_id' })],

  endpoints: {
    create: 'POST /webhook',
    list: 'GET /webhook?scope-id={scope_id}&scope-type=project',
    read: 'GET /webhook/{id}',
    update: 'PUT /webhook/{id}',
    delete: 'DELETE /webhook/{id}',
  },

  attributes: {
    id: computed(uuid, 'The ID of the webhook.'),
    scope_id: required(uuid, 'The project whose events are sent, by its ID.', {
      immutable: true,
      at: 'scope.id',
      companions: ['scope_type'],
    }),
    scope_type: optional(oneOf('project'), 'What `scope_id` is the ID of.', { default: 'project', immutable: true, at: 'scope.type' }),
    name: required(stringOfLength(1, 255), 'Its name.'),
    url: required(webhookUrl, 'Where events are sent.', { companions: ['verify_tls'] }),
    verify_tls: optional(bool, 'Whether the certificate of that address is verified.', { default: true, at: 'verify-tls' }),
    events: required(setOf(oneOf('workflow-completed', 'job-completed')), 'Which events are sent.'),
    signing_secret_wo: optional(
      stringOfLength(0, 32_768),
      'The key that signs what is sent, stored neither in the plan nor in the state; a change is noticed by a fingerprint of 20 bits in ' +
        'private state.',
      { at: 'signing-secret', sensitive: true, writeOnly: { revision: 'signing_secret_wo_version', changeMarker: 'updated_at' } },
    ),
    signing_secret_wo_version: optional(
      int,
      'Moves up by one whenever `signing_secret_wo` differs from what was last sent; set it to decide yourself when it is sent.',
      { local: true },
    ),
    created_at: createdAt,
    updated_at: computed(time, 'When it was last written: how a change made elsewhere is noticed.', { changesWith: '*' }),
  },

  requiredOnCreate: [['signing_secret_wo']],

  notes: [
    'Every response has a mask in place of the secret. A webhook that exists keeps its secret while `signing_secret_wo` is not set; ' +
      'after an import one apply writes a configured one.',
  ],
});
