import { type AcceptedRequests, pathOf, type World } from './accepted-request.ts';
import { document } from '../../../documents.ts';

/** A connection to a code host; its token is what repositories are named with. */
const connect = async ({ ask }: World) => {
  const client = document('oauth-clients', {
    'service-provider': 'github',
    'http-url': 'https://github.com',
    'api-url': 'https://api.github.com',
    'oauth-token-string': 's',
  });
  const { relationships } = (await ask('POST /organizations/acme/oauth-clients', client)).data;
  return { connection: relationships['oauth-tokens'].data[0].id as string };
};
const repository = (connection: string) => ({ identifier: 'acme/web', 'oauth-token-id': connection });

/** A workspace that follows the repository; its configuration is that of the branch. */
const follow = async (world: World, name: string) => {
  const { connection } = await connect(world);
  const made = document('workspaces', { name, 'vcs-repo': repository(connection) });
  const { id, attributes } = (await world.ask('POST /organizations/acme/workspaces', made)).data;
  await world.ask('POST /runs', document('runs', {}, { workspace: { data: { type: 'workspaces', id } } }));
  const [version] = (await world.ask(`GET /workspaces/${id}/configuration-versions`)).data;
  return { 'an address': pathOf(attributes['vcs-repo']['webhook-url']), 'a configuration': version.id as string };
};
const publish = async (world: World) => {
  const { connection } = await connect(world);
  const repo = { ...repository(connection), 'display-identifier': 'acme/web', branch: 'main' };
  const made = document('registry-modules', { name: 'site', provider: 'web', 'initial-version': '1.0.0', 'vcs-repo': repo });
  await world.ask('POST /organizations/acme/registry-modules/vcs', made);
};

/** What needs a git repository. */
export const repositories: AcceptedRequests = {
  'GET /organizations/{organization_name}/vcs/repo': {
    prepare: connect,
    path: '/organizations/acme/vcs/repo?identifier=acme/web&oauth_token_id=<connection>',
  },
  'POST /webhooks/vcs/{secret}': {
    prepare: (world) => follow(world, 'follows'),
    path: '<an address>',
    body: { ref: 'refs/heads/main', after: 'a'.repeat(40), before: '0'.repeat(40) },
    headers: { 'content-type': 'application/json' },
    token: null,
  },
  'GET /configuration-versions/{configuration_version_id}/ingress-attributes': {
    prepare: (world) => follow(world, 'followed'),
    path: '/configuration-versions/<a configuration>/ingress-attributes',
  },
  'POST /registry-modules': {
    prepare: connect,
    body: document('registry-modules', {
      'vcs-repo': {
        identifier: 'acme/terraform-web-site',
        'display-identifier': 'acme/terraform-web-site',
        'oauth-token-id': '<connection>',
      },
    }),
  },
  'GET /organizations/{organization_name}/registry-modules/{registry_name}/{namespace}/{name}/{provider}/commits': {
    prepare: publish,
    path: '/organizations/acme/registry-modules/private/acme/site/web/commits',
  },
};
