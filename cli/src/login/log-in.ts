import { openServiceClient } from 'slipway/client/open-service-client';
import { CliError } from '../cli-error.ts';
import { chooseOrganization } from './choose-organization.ts';
import { writeEngineConfiguration } from './engine-configuration.ts';
import { type Login, writeLogin } from './login-file.ts';
import { readSecret } from './read-secret.ts';

export interface LoginOptions {
  readonly organization?: string;
  readonly dialect: Login['dialect'];
}
interface AccountDocument {
  readonly data: { readonly attributes: { readonly username?: string } };
}

const isCiServed = async (address: string, token: string, dialect: Login['dialect']): Promise<boolean> => {
  try {
    await openServiceClient({ service: 'ci', address, token, dialect }).call({ method: 'GET', path: '/me', effect: 'read' });
    return true;
  } catch (error) {
    // A service without CI answers something else, or refuses the token there.
    if ((error as Error).name === 'ServiceError' || (error as Error).name === 'MalformedResponseError') return false;
    throw error;
  }
};

/** Checks a token, stores it for this user, and returns whose it is. Throws a CliError, or the service's error. */
export async function logIn(address: string, { organization, dialect }: LoginOptions): Promise<string> {
  if (!/^https?:\/\//.test(address) || !URL.canParse(address))
    throw new CliError('The address is one such as https://terraform.example.com or http://127.0.0.1:4000.', 2);
  const origin = address.replace(/\/+$/, '');
  const token = await readSecret(`Token for ${origin}: `);
  if (token === '') throw new CliError('There was no token on standard input. Paste it, or pipe it: slipway login ADDRESS < token.txt', 2);
  const client = openServiceClient({ service: 'workspaces', address: origin, token, dialect });
  const account = (await client.call({ method: 'GET', path: '/account/details', effect: 'read' })).body as AccountDocument;
  const chosen = await chooseOrganization(client, organization);
  const servesCi = await isCiServed(origin, token, dialect);
  const file = writeLogin({ address: origin, token, organization: chosen, dialect, servesCi });
  const engineFile = writeEngineConfiguration({ address: origin, token });
  const who = account.data.attributes.username ?? 'the owner of the token';
  const ci = servesCi ? ' The CI service is at the same address.' : '';
  const engineLine = engineFile ? `\nTerraform and OpenTofu find the service with TF_CLI_CONFIG_FILE=${engineFile}.` : '';
  return `Logged in to ${origin} as ${who}, organization ${chosen}.${ci}\nThe token is in ${file}.${engineLine}`;
}
