import type { Line } from '../../client/line.ts';
import { openLine } from '../../client/open-line.ts';
import { CliFault } from '../fault.ts';
import type { TokenWanted } from './owner.ts';

interface Document { readonly data: { readonly id: string; readonly attributes: { readonly username?: string; readonly token?: string } } }

async function pathFor(line: Line, { for: { kind, name }, organization }: TokenWanted): Promise<string> {
  if (kind === 'organization') return `/organizations/${encodeURIComponent(name)}/authentication-token`;
  if (kind === 'team') {
    for await (const item of line.list({ path: `/organizations/${encodeURIComponent(organization)}/teams` })) {
      const { id, attributes } = item as { id: string; attributes: { name: string } };
      if (attributes.name === name) return `/teams/${id}/authentication-token`;
    }
    throw new CliFault(`There is no team '${name}' in the organization '${organization}', or this token may not see it.`);
  }
  const { data } = (await line.call({ method: 'GET', path: '/account/details', effect: 'read' })).body as Document;
  if (data.attributes.username !== name) throw new CliFault(`A running service makes tokens only for the user who asks; SLIPWAY_WORKSPACES_TOKEN belongs to '${data.attributes.username}', not to '${name}'.`);
  return `/users/${data.id}/authentication-tokens`;
}

/** Asks a running service for a token, with the one in the environment. A lost answer is not asked for again: the token in it would be unknown. */
export async function askForToken(address: string, wanted: TokenWanted): Promise<string> {
  const token = process.env.SLIPWAY_WORKSPACES_TOKEN;
  if (!token) throw new CliFault('Set SLIPWAY_WORKSPACES_TOKEN to a token of the service; the first one was printed by `slipway serve`.');
  const line = openLine({ service: 'workspaces', address, token });
  const path = await pathFor(line, wanted);
  const attributes = { description: wanted.description, 'expired-at': wanted.expires ?? null };
  const { body } = await line.call({ method: 'POST', path, effect: 'create', body: { data: { type: 'authentication-tokens', attributes } } });
  return (body as Document).data.attributes.token ?? '';
}
