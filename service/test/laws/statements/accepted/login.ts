import { createHash } from 'node:crypto';
import type { AcceptedRequests, World } from './accepted-request.ts';

const verifier = 'v'.repeat(43);
const redirect = 'http://localhost:10000/login';
const query = new URLSearchParams({
  client_id: 'slipway-cli',
  response_type: 'code',
  redirect_uri: redirect,
  state: 's-1',
  code_challenge_method: 'S256',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
}).toString();
const headers = { 'content-type': 'application/x-www-form-urlencoded' };
const address = `GET //app/oauth2/auth?${query}`;

const readConsent = async ({ bench }: World) => {
  const { body } = await bench.request(address);
  return { consent: `${query}&${new URLSearchParams({ consent: /name="consent" value="([^"]+)"/.exec(body)![1]! }).toString()}` };
};
const readCode = async (world: World) => {
  const { consent } = await readConsent(world);
  const agreed = await world.bench.request('POST //app/oauth2/auth', consent, { headers });
  const code = new URL(agreed.headers.get('location')!).searchParams.get('code')!;
  const trade = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirect };
  return { trade: new URLSearchParams(trade).toString() };
};

/** What `terraform login` asks. */
export const login: AcceptedRequests = {
  'GET /app/oauth2/auth': { path: `//app/oauth2/auth?${query}` },
  'POST /app/oauth2/auth': { prepare: readConsent, body: '<consent>', headers },
  'POST /oauth/token': { prepare: readCode, body: '<trade>', headers, token: null },
};
