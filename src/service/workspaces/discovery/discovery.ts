import { freeObject } from '../../http/body-schemas.ts';
import { route } from '../../http/route.ts';
import { renderProductHeaders } from './product-headers.ts';
import { providersBasePath } from '../provider-registry/provider-protocol.ts';
import { authorizationPath, clientId, loginPorts, tokenPath } from '../login/paths.ts';

const apiPath = '/api/v2/';

/** What clients of the hosted service look at first (wire profiles, section 3). */
export const routes = [
  route(
    'GET /.well-known/terraform.json',
    async () => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: {
        'tfe.v2': apiPath,
        'tfe.v2.1': apiPath,
        'tfe.v2.2': apiPath,
        'state.v2': apiPath,
        'modules.v1': '/api/registry/v1/modules/',
        'providers.v1': providersBasePath,
        'login.v1': { client: clientId, grant_types: ['authz_code'], authz: authorizationPath, token: tokenPath, ports: loginPorts },
      },
    }),
    {
      atRoot: true,
      anonymous: true,
      description: { summary: 'Shows where clients find the services of this host.', responses: { 200: freeObject } },
    },
  ),

  route('GET /ping', async ({ settings }) => ({ status: 204, headers: renderProductHeaders(settings) }), {
    anonymous: true,
    description: { summary: 'Shows that the service is there.', responses: { 204: null } },
  }),
];
