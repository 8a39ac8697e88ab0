import { route } from '../route.ts';

const api = '/api/v2/';

/** What clients of the hosted service look at first (wire profiles, section 3). */
export const routes = [
  route('GET /.well-known/terraform.json', async () => ({
    status: 200, headers: { 'content-type': 'application/json' },
    body: { 'tfe.v2': api, 'tfe.v2.1': api, 'tfe.v2.2': api, 'state.v2': api },
  }), { root: true, open: true }),

  route('GET /ping', async ({ settings }) => ({
    status: 204,
    headers: {
      'tfp-api-version': '2.6',
      ...(settings.edition === 'hosted' ? { 'tfp-appname': 'HCP Terraform' } : { 'x-tfe-version': '1.0.0', 'x-tfe-current-version': '1.0.0' }),
    },
  }), { open: true }),
];
