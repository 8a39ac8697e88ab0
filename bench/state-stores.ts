/**
 * Apply of 1,000 resources by each store of the state: `tsx bench/state-stores.ts`. The engine alone is 1,000 terraform_data, which need no
 * provider, with its state in the service: what it costs to create anything at all, without writing a file after each resource. Needs
 * `npm run build`, and an engine.
 */
import { providerAddress } from '../src/engine/address.ts';
import { runStandalone } from './parts/run-standalone.ts';
import { benchEngine } from './parts/bench-engine.ts';
import type { Figure, Measure } from './parts/figure.ts';
import { median } from './parts/figure.ts';
import { type ServiceProcess, serviceProcess, token } from './parts/service-process.ts';

const count = 1000;
const rounds = 3;

const requirement = `required_providers {\n    slipway = { source = "${providerAddress}" }\n  }`;
const workspaces = (prefix: string): string =>
  `resource "slipway_workspace" "some" {\n  count = ${count}\n  name  = "${prefix}-\${count.index}"\n}\n`;
const alone = `resource "terraform_data" "some" {\n  count = ${count}\n  input = "some-\${count.index}"\n}\n`;

const httpBackend = ({ address }: ServiceProcess, name: string): string => {
  const state = `"${address}/api/v2/organizations/acme/workspaces/${name}/state"`;
  return `backend "http" {\n    address        = ${state}\n    lock_address   = ${state}\n    unlock_address = ${state}\n  }`;
};

interface StateCase {
  readonly title: string;
  readonly settings: readonly string[];
  readonly resources: string;
}

/** Seconds of applies, each of which creates all. */
const measureApplies = async (
  service: ServiceProcess,
  { title, settings, resources }: StateCase,
  progress: (words: string) => void,
): Promise<readonly number[]> => {
  const engine = await benchEngine(`terraform {\n  ${settings.join('\n  ')}\n}\n${resources}`, {
    SLIPWAY_WORKSPACES_ADDRESS: service.address,
    SLIPWAY_WORKSPACES_TOKEN: token,
    SLIPWAY_WORKSPACES_ORGANIZATION: 'acme',
    TF_HTTP_USERNAME: 'slipway',
    TF_HTTP_PASSWORD: token,
  });
  const seconds: number[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      const { ms, stdout } = await engine.run(['apply', '-auto-approve', '-input=false', '-parallelism=10']);
      if (!stdout.includes(`Resources: ${count} added`)) throw new Error(stdout.slice(-2000));
      progress(`${title}: ${(ms / 1000).toFixed(1)} s`);
      seconds.push(ms / 1000);
      // A local file takes minutes on a machine with other work.
      if (settings.every((setting) => !setting.startsWith('backend'))) break;
      await engine.run(['destroy', '-auto-approve', '-input=false', '-parallelism=10']);
    }
  } finally {
    engine.end();
  }
  return seconds;
};

export const measure: Measure = async (progress) => {
  const service = await serviceProcess(['--in-memory']);
  try {
    const store = async (name: string): Promise<string> => {
      await service.ask('POST', '/api/v2/organizations/acme/workspaces', { data: { type: 'workspaces', attributes: { name } } });
      return httpBackend(service, name);
    };
    const cases = [
      { title: 'the engine alone, state in a local file', settings: [], resources: alone },
      { title: 'the engine alone, state in the service', settings: [await store('alone')], resources: alone },
      { title: '1,000 workspaces, state in a local file', settings: [requirement], resources: workspaces('file') },
      { title: '1,000 workspaces, state in the service', settings: [requirement, await store('all')], resources: workspaces('kept') },
    ];
    const figures: Figure[] = [];
    for (const one of cases) {
      const samples = await measureApplies(service, one, progress);
      const base = figures[1];
      const isLast = base !== undefined && one === cases.at(-1);
      figures.push({
        title: `apply by state store: ${one.title}`,
        unit: 's',
        samples,
        ...(isLast && { target: { atMost: 1.5 * median(base.samples) }, explanation: 'the target is 1.5 × the engine alone' }),
      });
    }
    return figures;
  } finally {
    await service.end();
  }
};

await runStandalone(import.meta, measure);
