import {
  bool,
  computed,
  conflictsWith,
  id,
  identifierLinkage,
  optional,
  required,
  resource,
  setOf,
  string,
  stringOfLength,
  time,
  toManyRelationship,
} from '../../declare/index.ts';
import { objectName } from './object-name.ts';
import { organization } from './organization.ts';
import { secretAttributes } from './secret-attributes.ts';
import { moveFromTfe } from '../state-moves.ts';

export const oauthClientResource = resource('oauth_client', {
  service: 'workspaces',
  doc: 'A connection of an organization to a code host.',
  type: 'oauth-clients',
  imports: ['{id}'],
  stateMoves: [moveFromTfe('tfe_oauth_client', { id: 'id', organization: 'organization', name: 'name' })],

  endpoints: {
    create: 'POST /organizations/{organization}/oauth-clients',
    list: 'GET /organizations/{organization}/oauth-clients',
    read: 'GET /oauth-clients/{id}',
    update: 'PATCH /oauth-clients/{id}',
    delete: 'DELETE /oauth-clients/{id}',
  },

  attributes: {
    id: computed(id('oc'), 'The ID of the connection.'),
    organization,
    name: optional(objectName, 'Its name.'),
    service_provider: required(stringOfLength(1, 255), 'The kind of code host, such as `github` or `gitlab_hosted`.', { immutable: true }),
    http_url: required(stringOfLength(1, 2048), 'The address of its web pages.', { immutable: true }),
    api_url: required(stringOfLength(1, 2048), 'The address of its API.', { immutable: true }),
    organization_scoped: optional(bool, 'Whether workspaces of all projects may use it.', { default: true }),
    key: optional(stringOfLength(1, 1024), 'The public key of the application at the code host.'),
    ...secretAttributes('secret', string, 'The secret of the application at the code host.'),
    ...secretAttributes('oauth_token_string', string, 'A token of the code host.'),
    ...secretAttributes('private_key', string, 'The private key of Azure DevOps Server.'),
    rsa_public_key: optional(string, 'The public key of Bitbucket Data Center.'),
    oauth_token_ids: computed(setOf(string), 'The IDs of its tokens: `oauth_token_id` of a repository is one of them.', {
      at: toManyRelationship('oauth-tokens', identifierLinkage('oauth-tokens')),
    }),
    callback_url: computed(string, 'Where the code host sends the user.'),
    created_at: computed(time, 'When it was made.'),
  },

  constraints: [
    conflictsWith('secret', 'secret_wo'),
    conflictsWith('oauth_token_string', 'oauth_token_string_wo'),
    conflictsWith('private_key', 'private_key_wo'),
  ],
});
