import { parseServiceAddress } from 'slipway/client/address';
import { requireConfirmation } from '../app/confirmation.ts';
import { CliError } from '../cli-error.ts';
import { readLogin } from '../login/login-file.ts';
import { printTarget } from '../login/print-target.ts';
import { noAddressError } from '../login/resolve-connection.ts';
import { describeSilence, type EmbeddedInfo, identifyService, readEmbeddedInfo } from '../pages/identify-service.ts';
import { formatCount } from '../quantities.ts';

export interface ResetOptions {
  readonly address?: string;
  readonly operatorToken?: string;
  readonly yes?: boolean;
}

const describeContent = ({ counts }: EmbeddedInfo): string =>
  [
    formatCount(counts['organizations'] ?? 0, 'organization'),
    formatCount(counts['workspaces'] ?? 0, 'workspace'),
    formatCount(counts['variable_sets'] ?? 0, 'variable set'),
    formatCount(counts['ci_projects'] ?? 0, 'CI project'),
  ].join(', ');

/** Throws a CliError that says why a service cannot be reset by this caller. */
async function requireResettable(address: string, operatorToken: string | undefined): Promise<EmbeddedInfo> {
  const service = await identifyService(address, operatorToken).catch((error: unknown) => {
    throw new CliError(describeSilence(address, error));
  });
  if (service.kind === 'vendor')
    throw new CliError(
      `${address} is not a service that \`slipway serve\` runs (${service.product ?? 'another product'}): it cannot be reset.`,
    );
  const { info } = service;
  const isPermitted = info && (info.canChange || operatorToken !== undefined);
  if (isPermitted && info.beginsAgain) return info;
  if (isPermitted)
    throw new CliError(
      `${address} was started without --seed and without --token: a reset would leave no organization and no token. ` +
        'Start it with one of them.',
    );
  throw new CliError(
    `${address} does not permit changes by its control endpoints. Start it with \`slipway serve --test-controls\`, ` +
      'or pass its --operator-token (SLIPWAY_OPERATOR_TOKEN).',
  );
}

/**
 * Gives a service that was started for development its state of the start back: its seed, or its first organization. Returns what it has
 * then. Throws a CliError for the hosted service, for a service without test controls, and without a confirmation. The token of the login
 * is not sent.
 */
export async function resetService({ address: given, operatorToken, yes = false }: ResetOptions): Promise<string> {
  const found = given ?? process.env['SLIPWAY_WORKSPACES_ADDRESS'] ?? readLogin()?.address;
  if (!found) throw noAddressError();
  const address = parseServiceAddress('--address', found);
  printTarget({ address, token: operatorToken });
  const before = await requireResettable(address, operatorToken);
  await requireConfirmation(yes, `Delete everything in ${address} (${describeContent(before)}), and begin with its seed again?`, '--yes');
  const headers: Record<string, string> = operatorToken === undefined ? {} : { authorization: `Bearer ${operatorToken}` };
  const response = await fetch(`${address}/_local/reset`, { method: 'POST', headers }).catch((error: unknown) => {
    throw new CliError(describeSilence(address, error));
  });
  if (!response.ok) throw new CliError(`${address} answered ${response.status}: ${(await response.text()).slice(0, 500)}`);
  const after = await readEmbeddedInfo(address, operatorToken);
  const content = after ? `, and has ${describeContent(after)}` : '';
  return (
    `${address} is as at its start${content}. Its faults, journal and clock are reset, too. ` +
    'States that are stored elsewhere, such as terraform.tfstate, still name what is gone: remove them before the next deployment.'
  );
}
