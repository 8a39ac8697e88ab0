import { stringValue } from '../../http/body-schemas.ts';
import { bool, string, stringOfLength, time } from '@slipway/declarations/declare';
import { requireOrganization } from '../../access/permissions.ts';
import { textParameter } from '../../http/operation-description.ts';
import { unprocessable } from '../../http/problem.ts';
import { describeResponseList, listParameters } from '../../json-api/describe-document.ts';
import { parsePage, renderResourcePage } from '../../json-api/page.ts';
import { okDocuments } from '../../json-api/responses.ts';
import { computed, noun, type NounList, optional } from '../../nouns/declaration.ts';
import { underNoun } from '../../nouns/parents/under-noun.ts';
import { loaded, toParent } from '../../nouns/relationships/relationship.ts';
import { oauthClient } from './oauth-clients.ts';

const itemPath = '/oauth-tokens/{oauth_token_id}';
const names = { name: stringValue };

/** Tokens of all connections of an organization. */
const selectOfOrganization: NounList['select'] = async (ctx) => {
  const { key } = await requireOrganization(ctx);
  const provider = ctx.query.get('filter[provider]') || undefined;
  const body = provider === undefined ? [] : [{ path: 'serviceProvider', is: provider }];
  const clients = await ctx.tx.list({ kind: 'oauth-clients', scope: key, ...(body.length > 0 ? { body } : {}) });
  return { scope: clients.records.map(({ id }) => id) };
};

export const oauthToken = noun('oauth-tokens', {
  doc: 'The token by which workspaces refer to a connection to a code host.',
  label: 'OAuth token',
  idPrefix: 'ot',
  itemPath,
  parents: [underNoun(oauthClient)],
  operations: ['list', 'read', 'update', 'delete'],
  attributes: {
    'created-at': computed(time, 'When it was created.'),
    'service-provider-user': computed(string, 'The user at the code host.'),
    'has-ssh-key': computed(bool, 'Whether it has a private key.', { value: ({ body }) => Boolean(body['sshKey']) }),
    'ssh-key': optional(stringOfLength(0, 65_536), 'The private key with which repositories are fetched.', {
      secret: true,
      effect: 'none',
    }),
  },
  behavior: {
    beforeUpdate: async (_ctx, record, body) => {
      const key = body['sshKey'];
      if (key !== record.body['sshKey'] && typeof key === 'string' && key !== '' && !/^-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(key))
        throw unprocessable('Ssh key is invalid: expected a private key in the PEM format', '/data/attributes/ssh-key');
      return body;
    },
  },
  relationships: {
    'oauth-client': toParent('oauth-clients', 'The connection.'),
    'vcs-organizations': loaded('vcs-organization', 'Organizations of the code host that it reaches.', async () => new Map(), true),
  },
  lists: [
    {
      endpoint: 'GET /organizations/{organization_name}/oauth-tokens',
      doc: 'Lists each OAuth token.',
      query: { 'filter[provider]': textParameter('Only those of this kind of code host.') },
      select: selectOfOrganization,
    },
  ],
  actions: [
    {
      endpoint: `GET ${itemPath}/authorized-repos`,
      access: 'read',
      handle: async (ctx) => renderResourcePage(ctx, parsePage(ctx), 0, []),
      options: {
        description: {
          summary: 'Lists the repositories that a token reaches: none, since this service asks no code host.',
          query: { ...listParameters, organization: textParameter('Only repositories of this organization of the code host.') },
          responses: {
            200: describeResponseList({ type: 'authorized-repos', attributes: { ...names, 'display-identifier': stringValue } }),
          },
        },
      },
    },
    {
      endpoint: `GET ${itemPath}/vcs-organizations`,
      access: 'read',
      handle: async () => okDocuments([]),
      options: {
        description: {
          summary: 'Lists the organizations of the code host that a token reaches: none, since this service asks no code host.',
          responses: { 200: describeResponseList({ type: 'vcs-organization', attributes: names }) },
        },
      },
    },
  ],
});
