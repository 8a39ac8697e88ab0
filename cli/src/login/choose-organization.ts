import type { ServiceClient } from 'slipway/client/contract/service-client';
import { CliError } from '../cli-error.ts';

/** The organization that is wanted, or the only one that the token sees. Throws a CliError that lists those that it sees. */
export async function chooseOrganization(client: ServiceClient, wanted: string | undefined): Promise<string> {
  const names: string[] = [];
  for await (const item of client.list({ path: '/organizations' })) {
    const { id, attributes } = item as { readonly id: string; readonly attributes: { readonly name?: string } };
    names.push(attributes.name ?? id);
  }
  if (wanted !== undefined && names.includes(wanted)) return wanted;
  const list = names.length === 0 ? 'it sees none' : `it sees ${names.join(', ')}`;
  if (wanted !== undefined) throw new CliError(`The token cannot access the organization '${wanted}': ${list}.`);
  if (names.length !== 1) throw new CliError(`Name the organization with --organization: the token sees ${names.join(', ') || 'none'}.`, 2);
  return names[0]!;
}
