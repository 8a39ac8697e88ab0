import { makeProvider } from 'slipway/provider/provider';
import type { Diagnostic, Provider, ProtocolValues } from 'slipway/protocol/provider-server';
import { version } from '@slipway/declarations/version';
import type { ConnectionOptions } from '../connection-options.ts';
import { CliError } from '../cli-error.ts';
import { printTarget } from '../login/print-target.ts';
import { requireConnectionOrganization, resolveConnection } from '../login/resolve-connection.ts';

const throwOnErrors = (diagnostics: readonly Diagnostic[]): void => {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length) throw new CliError(errors.map(({ summary, detail }) => [summary, detail].filter(Boolean).join('\n')).join('\n\n'));
};

async function findWorkspaceId(provider: Provider, workspace: string, signal: AbortSignal): Promise<string> {
  const source = provider.dataSources['slipway_workspace']!;
  const config = { ...emptyConfig(source.schema.attributes), name: workspace };
  throwOnErrors(await source.validate(config));
  const { diagnostics, state } = await source.read(config, { signal });
  throwOnErrors(diagnostics);
  return String(state?.['id']);
}
const emptyConfig = (attributes: ProtocolValues): ProtocolValues => Object.fromEntries(Object.keys(attributes).map((name) => [name, null]));

/** Invokes an action of the provider on a workspace and returns the ID of the workspace. Throws a CliError with the provider's message. */
export async function invokeWorkspaceAction(
  type: string,
  workspace: string,
  options: ConnectionOptions,
  more: ProtocolValues,
): Promise<string> {
  const connection = resolveConnection(options);
  const isId = /^ws-[A-Za-z0-9]+$/.test(workspace);
  const organization = isId ? null : requireConnectionOrganization(connection);
  printTarget(connection);
  const provider = makeProvider({ version, environment: process.env, log: () => {} });
  throwOnErrors(await provider.configure({ workspaces: { ...connection, organization } }, { version: 'cli' }));
  const { signal } = new AbortController();
  const id = isId ? workspace : await findWorkspaceId(provider, workspace, signal);
  const action = provider.actions[type]!;
  const config = { ...emptyConfig(action.schema.attributes), workspace_id: id, ...more };
  throwOnErrors(await action.validate(config));
  throwOnErrors(
    await action.invoke(config, {
      signal,
      progress: (message) => {
        process.stderr.write(`${message}\n`);
      },
    }),
  );
  return id;
}
