import { makeProvider } from '../../provider/provider.ts';
import type { Diagnostic, Provider, Values } from '../../protocol/server.ts';
import { version } from '../../version.ts';
import type { Connection } from '../connection.ts';
import { CliFault } from '../fault.ts';

const heed = (diagnostics: readonly Diagnostic[]): void => {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length) throw new CliFault(errors.map(({ summary, detail }) => [summary, detail].filter(Boolean).join('\n')).join('\n\n'));
};

async function idOf(provider: Provider, which: string, signal: AbortSignal): Promise<string> {
  if (/^ws-[A-Za-z0-9]+$/.test(which)) return which;
  const source = provider.dataSources['slipway_workspace']!;
  const config = { ...empty(source.schema.attributes), name: which };
  heed(await source.validate(config));
  const { diagnostics, state } = await source.read(config, { signal });
  heed(diagnostics);
  return String(state?.['id']);
}
const empty = (attributes: Values): Values => Object.fromEntries(Object.keys(attributes).map((name) => [name, null]));

/** Does one of the provider's actions to a workspace; answers its ID. Throws a CliFault with the provider's own words. */
export async function act(type: string, which: string, { address, organization, profile }: Connection, more: Values): Promise<string> {
  const provider = makeProvider({ version, environment: process.env, log: () => {} });
  heed(await provider.configure({ workspaces: { address: address ?? null, token: null, organization: organization ?? null, profile: profile ?? null } }, { version: 'cli' }));
  const { signal } = new AbortController();
  const id = await idOf(provider, which, signal);
  const action = provider.actions[type]!;
  const config = { ...empty(action.schema.attributes), workspace_id: id, ...more };
  heed(await action.validate(config));
  heed(await action.invoke(config, { signal, progress: (message) => { process.stderr.write(`${message}\n`); } }));
  return id;
}
