/**
 * What creates and reads of workspaces cost, by part, from CPU profiles of `slipway serve` under 64 clients, on SQLite on disk:
 * `tsx bench/service-profile.ts [CHECKOUT]`. Needs `npm run build`. A statement that waits for the disk counts as busy.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { shareParts } from './parts/profile-parts.ts';
import { runLoad } from './parts/run-load.ts';
import { type ServiceProcess, serviceProcess, token } from './parts/service-process.ts';

const checkout = resolve(process.argv[2] ?? join(import.meta.dirname, '..'));
const workspacesPath = '/api/v2/organizations/acme/workspaces';

const createMany = (service: ServiceProcess, count: number): Promise<unknown> => {
  const requests = Array.from({ length: count }, (_, at) => ({
    method: 'POST',
    path: workspacesPath,
    body: JSON.stringify({
      data: { type: 'workspaces', attributes: { name: `some-${at}`, description: 'one of many', 'auto-apply': true } },
    }),
  }));
  return runLoad({ clients: 64, token, milliseconds: 60_000, port: service.port, count, status: 201, requests });
};

const readMany = async (service: ServiceProcess, count: number): Promise<void> => {
  await createMany(service, 100);
  const { data } = await service.ask('GET', `${workspacesPath}?page%5Bsize%5D=100`);
  const requests = data.map(({ id }: { id: string }) => ({ method: 'GET', path: `/api/v2/workspaces/${id}` }));
  await runLoad({ clients: 64, token, milliseconds: 60_000, port: service.port, count, status: 200, requests });
};

const profile = async (work: (service: ServiceProcess) => Promise<unknown>): Promise<ReadonlyMap<string, number>> => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-profile-'));
  try {
    const flags = ['--cpu-prof', '--cpu-prof-interval', '200', `--cpu-prof-dir=${join(folder, 'profiles')}`];
    const service = await serviceProcess(['--data', join(folder, 'data')], flags, checkout);
    await work(service);
    await service.end();
    // The first two seconds warm up.
    return new Map(shareParts(join(folder, 'profiles', readdirSync(join(folder, 'profiles'))[0]!), checkout, 2000));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const creates = await profile((service) => createMany(service, 16_000));
const reads = await profile((service) => readMany(service, 40_000));
const tell = (share: number | undefined): string => (share === undefined || share < 0.001 ? '' : `${(share * 100).toFixed(1)} %`);
console.log('| part | of creates | of reads |\n|---|---|---|');
for (const part of new Set([...creates.keys(), ...reads.keys()]))
  console.log(`| ${part} | ${tell(creates.get(part))} | ${tell(reads.get(part))} |`);
