import type { Exchange } from '../support/play-conversation.ts';
import { document, response } from './documents.ts';

/** Not a whole key: its first packet ends early, as in the examples of people's configurations. */
const armor = '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmDMEZXJhcBYJKwYBBAHaRw8BAQdA\n=AAAA\n-----END PGP PUBLIC KEY BLOCK-----\n';
const providerAttributes = { name: 'winch', namespace: 'acme', 'registry-name': 'private', permissions: { 'can-delete': true } };

/** A provider registers a signing key and a private provider, and looks both up as data. */
export const registry: readonly Exchange[] = [
  {
    step: 'apply',
    request: 'POST /api/registry/private/v2/gpg-keys',
    body: document('gpg-keys', { 'ascii-armor': armor, namespace: 'acme' }),
    status: 201,
    response: response('gpg-keys', '$key', { 'ascii-armor': armor, namespace: 'acme', 'key-id': '$keyid' }),
  },
  {
    step: 'plan',
    request: 'GET /api/registry/private/v2/gpg-keys/acme/$keyid',
    status: 200,
    response: response('gpg-keys', '$key', { 'ascii-armor': armor }),
  },
  {
    step: 'apply',
    request: 'POST /api/v2/organizations/acme/registry-providers',
    body: document('registry-providers', { name: 'winch', namespace: 'acme', 'registry-name': 'private' }),
    status: 201,
    response: response('registry-providers', '$provider', providerAttributes),
  },
  {
    step: 'look up',
    request: 'GET /api/v2/organizations/acme/registry-providers?filter%5Bregistry_name%5D=private&q=win',
    status: 200,
    response: { data: [{ type: 'registry-providers', id: '$provider', attributes: providerAttributes }], included: [] },
  },
  { step: 'destroy', request: 'DELETE /api/v2/organizations/acme/registry-providers/private/acme/winch', status: 204 },
  { step: 'destroy', request: 'DELETE /api/registry/private/v2/gpg-keys/acme/$keyid', status: 204 },
];
