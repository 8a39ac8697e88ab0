import type { ServiceClient } from 'slipway/client/contract/service-client';
import { openServiceClient } from 'slipway/client/open-service-client';
import { CliError } from '../cli-error.ts';
import { printTarget } from '../login/print-target.ts';
import { resolveConnection } from '../login/resolve-connection.ts';
import type { TokenOptions } from './token-options.ts';

interface TokenDocument {
  readonly data: { readonly id: string; readonly attributes: { readonly username?: string; readonly token?: string } };
}

async function tokenPath(client: ServiceClient, { for: { kind, name }, organization }: TokenOptions): Promise<string> {
  if (kind === 'organization') return `/organizations/${encodeURIComponent(name)}/authentication-token`;
  if (kind === 'team') {
    for await (const item of client.list({ path: `/organizations/${encodeURIComponent(organization)}/teams` })) {
      const { id, attributes } = item as { id: string; attributes: { name: string } };
      if (attributes.name === name) return `/teams/${id}/authentication-token`;
    }
    throw new CliError(`There is no team '${name}' in the organization '${organization}', or this token cannot read it.`);
  }
  const { data } = (await client.call({ method: 'GET', path: '/account/details', effect: 'read' })).body as TokenDocument;
  if (data.attributes.username !== name)
    throw new CliError(
      'A running service makes tokens only for the user who asks; SLIPWAY_WORKSPACES_TOKEN ' +
        `belongs to '${data.attributes.username}', not to '${name}'.`,
    );
  return `/users/${data.id}/authentication-tokens`;
}

/**
 * Requests a token of a running service, with the token of the environment or of the login. The request is never sent twice: the token of a
 * lost response would be unknown.
 */
export async function requestToken(address: string, options: TokenOptions): Promise<string> {
  const { token, dialect } = resolveConnection({ address });
  const { kind, name } = options.for;
  const organization = kind === 'organization' ? name : kind === 'team' ? options.organization : undefined;
  printTarget({ address, organization, token });
  const client = openServiceClient({ service: 'workspaces', address, token, dialect });
  const path = await tokenPath(client, options);
  const attributes = { description: options.description, 'expired-at': options.expires ?? null };
  const { body } = await client.call({
    method: 'POST',
    path,
    effect: 'create',
    body: { data: { type: 'authentication-tokens', attributes } },
  });
  return (body as TokenDocument).data.attributes.token ?? '';
}
