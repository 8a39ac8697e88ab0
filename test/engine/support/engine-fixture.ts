import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { providerAddress } from '../../../src/engine/address.ts';
import { type Engine, findEngine } from '../../../src/engine/find-engine.ts';
import { type EngineRun, runEngine } from '../../../src/engine/run-engine.ts';
import { serveReattach } from '../../../src/protocol/reattach.ts';
import { makeProvider, type ProviderOptions } from '../../../src/provider/provider.ts';
import { type RunningService, openService, type StartOptions } from '../../../service/src/start.ts';

/** The engine on this machine, or why there is none. */
export const engine = ((): { found?: Engine; reason: string } => {
  try {
    return { found: findEngine(), reason: '' };
  } catch (error) {
    return { reason: (error as Error).message };
  }
})();

export const token = 'user-token-0123456789';

export interface EngineFixture {
  readonly address: string;
  /** Where the engine runs: main.tf, state, plans. */
  readonly folder: string;
  readonly service: RunningService;
  /** What an engine that another program starts needs to find the provider. */
  readonly environment: { readonly [name: string]: string };
  /** Writes main.tf.json instead: a synthesized stack. */
  writeJson(stack: object): void;
  /** Writes main.tf below the usual preamble. */
  write(hcl: string): void;
  /** Runs the engine; throws with all it printed unless it ends with `code` (0). */
  run(
    args: readonly string[],
    code?: number,
    environment?: { readonly [name: string]: string },
    more?: Pick<EngineRun, 'signal' | 'onOutput'>,
  ): Promise<string>;
  apply(hcl: string): Promise<string>;
  /** Applies what is expected to fail; answers what it printed, on one line so that texts can be matched. */
  applyFails(hcl: string): Promise<string>;
  /** `[action, address]` of every change a plan shows; [] is "No changes". */
  plannedChanges(hcl?: string): Promise<readonly string[]>;
  /** The attributes of an object in the state. */
  state(address: string): { readonly [name: string]: any };
  stateText(): string;
  /** A request to the service, as somebody else would make it. */
  api(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }>;
  control(method: string, path: string, body?: unknown): Promise<any>;
  close(): Promise<void>;
}

/** One-line text: the engine wraps its boxes. */
export const oneLine = (text: string): string => text.replace(/[│╷╵\n]+/g, ' ').replace(/\s+/g, ' ');

/** What went wrong, without the plan above it. */
const errorPart = (text: string): string => text.slice(Math.max(0, text.search(/^(│ )?Error: /m)));

/** What each action of a planned change is to a resource; reading one is no change. */
const actions: { readonly [action: string]: string } = { create: 'create', update: 'update', delete: 'delete', replace: 'delete/create' };
/** `[action, address]` of the changes that a plan tells as it makes them, one object a line; sorted by address. */
const changesIn = (reported: string): readonly string[] =>
  reported
    .split('\n')
    .filter((client) => client.startsWith('{'))
    .map((client) => JSON.parse(client) as { type: string; change?: { action: string; resource: { addr: string } } })
    .flatMap(({ type, change }) =>
      type === 'planned_change' && change && actions[change.action] ? [[actions[change.action]!, change.resource.addr] as const] : [],
    )
    .sort(([, a], [, b]) => (a < b ? -1 : 1))
    .map((pair) => pair.join(' '));

/** A service, the provider in this process (by reattachment), and a folder for the engine. */
// oxlint-disable-next-line max-lines-per-function -- a table of what a test can do with the engine
export const startFixture = async (
  options: Partial<StartOptions> = {},
  environment: { readonly [name: string]: string } = {},
  waiting?: ProviderOptions['timing'],
): Promise<EngineFixture> => {
  const service = await openService({ store: 'memory', organization: 'acme', token, test: true, ...options });
  const folder = mkdtempSync(join(tmpdir(), 'slipway-story-'));
  const variables = {
    SLIPWAY_WORKSPACES_ADDRESS: service.address,
    SLIPWAY_WORKSPACES_TOKEN: token,
    SLIPWAY_WORKSPACES_ORGANIZATION: options.seed ? 'slipway' : 'acme',
    SLIPWAY_CI_ADDRESS: service.address,
    SLIPWAY_CI_TOKEN: token,
    ...environment,
  };
  const plugin = await serveReattach(
    () => makeProvider({ version: '0.1.0', environment: variables, log: () => {}, ...(waiting ? { timing: waiting } : {}) }),
    { source: providerAddress },
  );
  const preamble = `terraform {\n  required_providers {\n    slipway = { source = "${providerAddress}" }\n  }\n}\n`;
  const fixture: EngineFixture = {
    address: service.address,
    service,
    folder,
    environment: { TF_REATTACH_PROVIDERS: plugin.environment },
    writeJson: (stack) => {
      rmSync(join(folder, 'main.tf'), { force: true });
      writeFileSync(join(folder, 'main.tf.json'), JSON.stringify(stack));
    },
    write: (hcl) => writeFileSync(join(folder, 'main.tf'), `${preamble}${hcl}\n`),
    run: async (args, code = 0, more = {}, options = {}) => {
      const ran = await runEngine(engine.found as Engine, args, {
        ...options,
        folder,
        environment: { ...process.env, ...fixture.environment, ...more },
      });
      if (ran.code !== code) throw new Error(`${args.join(' ')} ended with ${ran.code}:\n${errorPart(`${ran.stdout}\n${ran.stderr}`)}`);
      return ran.stdout + ran.stderr;
    },
    apply: async (hcl) => {
      fixture.write(hcl);
      return fixture.run(['apply', '-auto-approve', '-no-color']);
    },
    applyFails: async (hcl) => {
      fixture.write(hcl);
      return oneLine(await fixture.run(['apply', '-auto-approve', '-no-color'], 1));
    },
    plannedChanges: async (hcl) => {
      if (hcl !== undefined) fixture.write(hcl);
      return changesIn(await fixture.run(['plan', '-json']));
    },
    stateText: () => readFileSync(join(folder, 'terraform.tfstate'), 'utf8'),
    state: (address) => {
      const [type, name] = address.split('.');
      const { resources } = JSON.parse(fixture.stateText()) as {
        resources: { type: string; name: string; mode: string; instances: { attributes: object }[] }[];
      };
      const found = resources.find((one) => one.type === type && one.name === name);
      if (!found) throw new Error(`${address} is not in the state`);
      return found.instances[0]?.attributes as { [name: string]: unknown };
    },
    api: async (method, path, body) => {
      const answer = await fetch(`${service.address}/api/v2${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/vnd.api+json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
    },
    control: async (method, path, body) => {
      const answer = await fetch(`${service.address}/_local${path}`, {
        method,
        headers: { 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} /_local${path} answered ${answer.status}: ${text}`);
      return text === '' ? null : JSON.parse(text);
    },
    close: async () => {
      await plugin.close();
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  fixture.write('');
  await fixture.run(['init', '-no-color']);
  return fixture;
};
