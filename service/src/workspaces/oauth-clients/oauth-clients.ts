import { flagParameter } from '../../http/operation-description.ts';
import { bool, int, listOf, string, stringMatching, stringOfLength } from '@slipway/declarations/declare';
import { unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { parseDocument, parseToOne } from '../../json-api/parse-document.ts';
import { computed, noun, optional, required } from '../../nouns/declaration.ts';
import { describeNoun } from '../../nouns/describe-noun.ts';
import type { NounRecord } from '../../nouns/noun-record.ts';
import { underOrganization } from '../../nouns/parents/under-organization.ts';
import { children, toMany, toOne, toParent } from '../../nouns/relationships/relationship.ts';
import { createRecord } from '../../nouns/write-records.ts';
import { timeOfCreation, timeOfUpdate } from '../../nouns/timestamps.ts';
import type { Transaction } from '../../store/store.ts';
import { affectedWorkspacesParameter, countAffectedWorkspaces, loadAffectedWorkspaces } from './affected-workspaces.ts';
import type { StoredOauthToken } from './stored.ts';

/** One line; may be empty. */
const displayNameKind = stringMatching(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]{0,255}$/u, 'one line of at most 255 characters');
const addressKind = stringOfLength(1, 2048);

const displayNames: { readonly [provider: string]: string | undefined } = {
  github: 'GitHub',
  github_enterprise: 'GitHub Enterprise',
  gitlab_hosted: 'GitLab',
  gitlab_community_edition: 'GitLab Community Edition',
  gitlab_enterprise_edition: 'GitLab Enterprise Edition',
  ado_server: 'Azure DevOps Server',
  ado_services: 'Azure DevOps Services',
  bitbucket_hosted: 'Bitbucket Cloud',
  bitbucket_server: 'Bitbucket Server',
  bitbucket_data_center: 'Bitbucket Data Center',
};
const renderPath = ({ body, id }: NounRecord, step: string): string => `/auth/${(body['uuid'] as string | undefined) ?? id}/${step}`;

type CreationContext = Pick<RequestContext, 'clock' | 'newId'>;

/** Inserts the one token that represents a connection (`oauth-token-id` of a workspace's repository). */
const insertToken = async (
  tx: Transaction,
  ctx: CreationContext,
  client: { readonly id: string; readonly organization: string },
  id = ctx.newId('ot'),
) =>
  tx.insert<StoredOauthToken>({
    id,
    kind: 'oauth-tokens',
    scope: client.id,
    key: id,
    name: '',
    body: {
      client: client.id,
      organization: client.organization,
      createdAt: ctx.clock.now().toISOString(),
      serviceProviderUser: 'slipway',
    },
  });

const organizationParent = underOrganization({ read: 'member', write: 'manage-vcs-settings' });

export const oauthClient = noun('oauth-clients', {
  doc: 'A connection of an organization to a code host.',
  label: 'OAuth client',
  idPrefix: 'oc',
  itemPath: '/oauth-clients/{oauth_client_id}',
  parents: [organizationParent],
  attributes: {
    name: optional(displayNameKind, 'The name.'),
    'service-provider': required(stringOfLength(1, 255), 'The kind of code host, such as `github`.', { immutable: true }),
    'service-provider-display-name': computed(string, 'The name of the code host.', {
      value: ({ body }) => displayNames[body['serviceProvider'] as string] ?? body['serviceProvider'],
    }),
    'http-url': required(addressKind, 'The address of its web pages.'),
    'api-url': required(addressKind, 'The address of its API.'),
    key: optional(stringOfLength(0, 1024), 'The public key of the application at the code host.', { effect: 'none' }),
    secret: optional(stringOfLength(0, 65_536), 'The secret of the application at the code host.', { secret: true, effect: 'none' }),
    'rsa-public-key': optional(stringOfLength(0, 65_536), 'The public key of Bitbucket Data Center.', { effect: 'none' }),
    'private-key': optional(stringOfLength(0, 65_536), 'The private key of Azure DevOps Server.', { secret: true, effect: 'none' }),
    'oauth-token-string': optional(stringOfLength(0, 65_536), 'A token of the code host.', { secret: true, effect: 'none' }),
    'ado-org-name': optional(stringOfLength(0, 255), 'The organization at Azure DevOps that the token is limited to.', { effect: 'none' }),
    'ado-entra-tenant-id': optional(stringOfLength(0, 255), 'The tenant at Microsoft Entra.', { effect: 'none' }),
    'organization-scoped': optional(bool, 'Whether workspaces of all projects may use it.', { default: true }),
    uuid: computed(string, 'Part of its addresses.', { initial: (ctx) => ctx.newId('uuid') }),
    'connect-path': computed(string, 'Where a user would confirm the connection.', { value: (record) => renderPath(record, 'connect') }),
    'callback-url': computed(string, 'Where the code host would send the user.', {
      value: (record, ctx) => `${ctx.origin}${renderPath(record, 'callback')}`,
    }),
    'affected-workspaces': computed(listOf(string), 'The workspaces that use it, where the request asks for them.', {
      load: loadAffectedWorkspaces,
    }),
    'affected-workspaces-count': computed(int, 'Their number.', { load: countAffectedWorkspaces }),
    'created-at': timeOfCreation(),
    'updated-at': timeOfUpdate('When it was changed.'),
  },
  relationships: {
    organization: toParent('organizations', 'The organization that it belongs to.'),
    'agent-pool': toOne('agent-pools', 'The pool whose agents reach the code host.', {
      missing: 'the provided agent pool does not exist or you are not authorized to use it',
    }),
    projects: toMany('projects', 'The projects whose workspaces may use it.', { endpoints: true }),
    'oauth-tokens': children('oauth-tokens', 'Its tokens.'),
  },
  behavior: {
    beforeUpdate: async (_ctx, record, body) => {
      if (body['serviceProvider'] === 'bitbucket_data_center' && record.body['key'] && !body['key'])
        throw unprocessable('Key must be present: it is the consumer key for Bitbucket Data Center', '/data/attributes/key');
      return body;
    },
    afterCreate: async (ctx, { id, scope }) => {
      await insertToken(ctx.tx, ctx, { id, organization: scope });
    },
  },
  readQuery: {
    [affectedWorkspacesParameter]: flagParameter('`true`: includes the workspaces that use it.'),
  },
});

/** Creates a connection whose organization is named in the document instead of the path. */
const createUnderNamed = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const organization = parseToOne(ctx, parseDocument(ctx, 'oauth-clients').relationships, 'organization', 'organizations');
  if (!organization) throw unprocessable('expected the organization', '/data/relationships/organization');
  return createRecord(oauthClient, organizationParent, { ...ctx, params: { ...ctx.params, organization_name: organization.id } });
};

export const routes = [route('POST /oauth-clients', createUnderNamed, { description: describeNoun(oauthClient).create })];
