import {
  bool,
  computed,
  conflictsWith,
  id,
  identifierLinkage,
  oneOf,
  optional,
  required,
  resource,
  setOf,
  string,
  stringOfLength,
  time,
  toManyRelationship,
  toOneRelationship,
  when,
} from '../../declare/index.ts';
import { objectName } from './object-name.ts';
import { secretAttributes } from './secret-attributes.ts';
import { moveFromTfe } from '../state-moves.ts';

const requestDestinations = ['generic', 'slack', 'microsoft-teams'] as const;

export const notificationConfigurationResource = resource('notification_configuration', {
  service: 'workspaces',
  doc: 'Where events of the runs and assessments of a workspace are sent.',
  type: 'notification-configurations',
  imports: ['{workspace_id}/{id}'],
  stateMoves: [moveFromTfe('tfe_notification_configuration', { id: 'id', workspace_id: 'workspace_id' })],

  endpoints: {
    create: 'POST /workspaces/{workspace_id}/notification-configurations',
    list: 'GET /workspaces/{workspace_id}/notification-configurations',
    read: 'GET /notification-configurations/{id}',
    update: 'PATCH /notification-configurations/{id}',
    delete: 'DELETE /notification-configurations/{id}',
  },

  attributes: {
    id: computed(id('nc'), 'The ID of the configuration.'),
    workspace_id: required(id('ws'), 'The workspace.', {
      pathParameter: true,
      references: 'workspace',
      at: toOneRelationship('subscribable', 'workspaces'),
    }),
    name: required(objectName, 'Its name.'),
    destination_type: required(oneOf(...requestDestinations, 'email'), 'What receives it.', { immutable: true }),
    url: optional(string, 'Where requests are sent; not for `email`.'),
    enabled: optional(bool, 'Whether anything is sent. The service sends a test when it is enabled.', { default: false }),
    triggers: optional(setOf(string), 'Which events are sent, such as `run:completed`.', { default: [] }),
    ...secretAttributes('token', stringOfLength(0, 1000), 'The key that signs requests of the type `generic`.'),
    email_addresses: optional(setOf(string), 'Who gets mail, besides users; only the self-hosted edition sends it.', { default: [] }),
    email_user_ids: optional(setOf(id('user')), 'Members of the organization who get mail.', {
      default: [],
      at: toManyRelationship('users', identifierLinkage('users')),
    }),
    created_at: computed(time, 'When it was made.'),
  },

  constraints: [
    conflictsWith('token', 'token_wo'),
    when('destination_type', ...requestDestinations).needs('url'),
    when('destination_type', 'email').forbids('url'),
  ],
});
