/**
 * What the service of another checkout costs beside this one's, in turn on the same machine: start, creates and reads of workspaces.
 * `tsx bench/pairs.ts CHECKOUT`, with both checkouts built. The second of two equal services is not slower by more than a few percent:
 * `tsx bench/pairs.ts .` tells how many on this machine. On Linux, for the processor time.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { median } from './parts/figure.ts';
import { cpuSeconds } from './parts/process-usage.ts';
import { runLoad } from './parts/run-load.ts';
import { reportProgress } from './parts/run-standalone.ts';
import { type ServiceProcess, serviceProcess, token } from './parts/service-process.ts';

const rounds = 8;
const starts = 30;
const creates = 1_500;
const reads = 6_000;

interface Side {
  readonly title: string;
  readonly checkout: string;
  /** Of each kind of work, one sample per round. */
  readonly samples: Map<string, number[]>;
}
const record = ({ samples }: Side, work: string, value: number): void => {
  samples.set(work, [...(samples.get(work) ?? []), value]);
};

const workspacesPath = '/api/v2/organizations/acme/workspaces';
const describeWorkspace = (name: string) => ({
  method: 'POST',
  path: workspacesPath,
  body: JSON.stringify({ data: { type: 'workspaces', attributes: { name, description: 'one of many', 'auto-apply': true } } }),
});

/** Microseconds of the service's processor time for each request. */
const measureLoad = async (service: ServiceProcess, work: { count: number; status: number; requests: any[] }): Promise<number> => {
  const before = cpuSeconds(service.pid);
  const { answered } = await runLoad({ clients: 32, token, milliseconds: 60_000, port: service.port, ...work });
  return ((cpuSeconds(service.pid) - before) / answered) * 1e6;
};

const measureRound = async (side: Side, service: ServiceProcess, round: number): Promise<void> => {
  const requests = Array.from({ length: creates }, (_, at) => describeWorkspace(`some-${round}-${at}`));
  const created = await measureLoad(service, { count: creates, status: 201, requests });
  const page = await service.ask('GET', `${workspacesPath}?page%5Bsize%5D=100&page%5Bnumber%5D=${round + 1}`);
  const documents = page.data.map(({ id }: { id: string }) => ({ method: 'GET', path: `/api/v2/workspaces/${id}` }));
  const read = await measureLoad(service, { count: reads, status: 200, requests: documents });
  // The first round warms up.
  if (round === 0) return;
  record(side, 'a create of a workspace, µs', created);
  record(side, 'a read of a workspace, µs', read);
};

const measureStart = async (side: Side, data: string): Promise<void> => {
  const service = await serviceProcess(['--data', data], [], side.checkout);
  record(side, 'a start: processor time until it listens, ms', cpuSeconds(service.pid) * 1000);
  record(side, 'a start: from exec until it listens, ms', service.readyAfter);
  await service.end();
};

const checkouts = [process.argv[2] ?? '.', join(import.meta.dirname, '..')].map((path) => resolve(path));
const sides: readonly Side[] = checkouts.map((checkout, at) => ({ title: at === 0 ? 'other' : 'this', checkout, samples: new Map() }));
/** Who begins changes from round to round. */
const inTurn = (round: number): readonly Side[] => (round % 2 === 0 ? sides : sides.toReversed());

const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-pairs-'));
try {
  for (let round = 0; round < starts; round++)
    for (const side of inTurn(round)) await measureStart(side, join(folder, `${side.title}-${round}`));
  const services = new Map<Side, ServiceProcess>();
  for (const side of sides) services.set(side, await serviceProcess(['--data', join(folder, side.title)], [], side.checkout));
  for (let round = 0; round <= rounds; round++) {
    for (const side of inTurn(round)) await measureRound(side, services.get(side)!, round);
    reportProgress(`round ${round} of ${rounds}`);
  }
  for (const service of services.values()) await service.end();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const tell = (samples: readonly number[]): string => `${median(samples).toFixed(0)}; ${Math.min(...samples).toFixed(0)}`;
console.log('| what (median; best) | other | this | ratio of medians |\n|---|---|---|---|');
for (const [work, samples] of sides[0]!.samples) {
  const own = sides[1]!.samples.get(work)!;
  console.log(`| ${work} | ${tell(samples)} | ${tell(own)} | ${(median(own) / median(samples)).toFixed(2)} |`);
}
