import { freeObject, jsonContent } from '../../http/body-schemas.ts';
import { route } from '../../http/route.ts';
import { renderProductHeaders } from './product-headers.ts';
import { servicePaths } from './service-paths.ts';
import { authorizationPath, clientId, loginPorts, tokenPath } from '../login/paths.ts';

/** The first requests of clients of the hosted service (wire profiles, section 3). */
export const routes = [
  route(
    'GET /.well-known/terraform.json',
    async () => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: {
        ...servicePaths,
        'login.v1': { client: clientId, grant_types: ['authz_code'], authz: authorizationPath, token: tokenPath, ports: loginPorts },
      },
    }),
    {
      atRoot: true,
      anonymous: true,
      description: { summary: 'Shows where clients find the services of this host.', responses: { 200: jsonContent(freeObject) } },
    },
  ),

  route('GET /ping', async ({ settings }) => ({ status: 204, headers: renderProductHeaders(settings) }), {
    anonymous: true,
    description: { summary: 'Shows that the service is there.', responses: { 204: null } },
  }),
];
