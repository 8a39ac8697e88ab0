/**
 * Random histories of clients at three processes, of which one is killed, and the database too: each object is as if one request had
 * followed the other, and nothing that was answered is lost.
 */
// watchdog: 600 s
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findContradiction, type Model } from '@slipway/test-support/linearizability';
import { type PostgresServer, startPostgres } from '@slipway/test-support/postgres';
import { schedule } from '@slipway/test-support/scale';
import { numbers, seed } from '@slipway/test-support/seed';
import { skipWithReason } from '@slipway/test-support/skip';
import { type HistoryWorld, runHistoryClient } from './histories/client.ts';
import { bindingsModel, familyModel, type HistoryEvent, lockModel, ownerModel } from './histories/models.ts';
import { type ServiceProcess, startProcess } from '@slipway/test-support/service-processes';
import { type Receiver, startReceiver } from './receiver.ts';

const server = await startPostgres({ toDisk: true });
const all = suite('histories of requests');
const reason = typeof server === 'string' ? server : server.crash ? undefined : 'no PostgreSQL of its own that may be stopped';
const test = reason === undefined ? all : skipWithReason(all, reason);

const { clients, disturbances } = schedule({ clients: 6, disturbances: 2 }, { clients: 12, disturbances: 30 });
const running: ServiceProcess[] = [];
let receiver: Receiver | undefined;
/** Milliseconds between two. */
const calm = 900;

const models: readonly (readonly [object: string, model: Model<HistoryEvent, any>])[] = [
  ['name', ownerModel],
  ['variable', ownerModel],
  ['project', ownerModel],
  ['lock', lockModel],
  ['bindings', bindingsModel],
  ['family', familyModel],
];

const describeEvent = ({ action, given, outcome, began, ended }: HistoryEvent): string =>
  `${began / 1000n} to ${ended / 1000n}: ${action} ${given ?? ''} -> ${outcome}`;

const checkObject = (object: string, events: readonly HistoryEvent[]): void => {
  const model = models.find(([kind]) => object.startsWith(`${kind} `))![1];
  const found = findContradiction(model, events);
  if (!found) return;
  const lines = [...found.told.slice(-12).map(describeEvent), 'then none of', ...found.stuck.map(describeEvent)];
  assert.unreachable(`${object}: ${events.length} events, of which ${found.told.length} can be told\n${lines.join('\n')}`);
};

const groupByObject = (events: readonly HistoryEvent[]): ReadonlyMap<string, readonly HistoryEvent[]> => {
  const groups = new Map<string, HistoryEvent[]>();
  for (const event of events) groups.set(event.object, [...(groups.get(event.object) ?? []), event]);
  return groups;
};

const startOne = (url: string): Promise<ServiceProcess> =>
  startProcess('--postgres', url, '--run-status-milliseconds', '20', '--private-destinations', 'true');

const plantFixed = async (service: ServiceProcess, token: string, notified: string): Promise<readonly string[]> => {
  const fixed: string[] = [];
  for (const name of ['lock-0', 'lock-1', 'run-2', 'run-3']) {
    const body = { data: { type: 'workspaces', attributes: { name, 'auto-apply': true } } };
    const made = await service.request(token, 'POST /organizations/acme/workspaces', body);
    assert.is(made.status, 201);
    fixed.push(made.body.data.id);
  }
  const attributes = { name: 'horn', 'destination-type': 'generic', enabled: true, url: notified, triggers: ['run:completed'] };
  for (const id of fixed.slice(2)) {
    const body = { data: { type: 'notification-configurations', attributes } };
    assert.is((await service.request(token, `POST /workspaces/${id}/notification-configurations`, body)).status, 201);
  }
  return fixed;
};

/** Kills a process and starts another one in its place, or the database, in turn. */
const disturb = async (
  services: ServiceProcess[],
  postgres: PostgresServer,
  url: string,
  draw: (below: number) => number,
): Promise<void> => {
  for (let at = 0; at < disturbances; at++) {
    await sleep(calm);
    if (at % 2 === 1) await postgres.crash!();
    else {
      const [killed] = services.splice(draw(services.length), 1);
      await killed!.kill();
      services.push(await startOne(url));
    }
  }
  await sleep(calm);
};

const readRun = async (service: ServiceProcess, token: string, id: string): Promise<string> =>
  (await service.request(token, `GET /runs/${id}`)).body.data.attributes.status;

/** Each run whose creation was answered ends, in any process, and its notification is sent. */
const checkRuns = async ({ services, token, runs }: HistoryWorld, received: () => readonly string[]): Promise<void> => {
  let open = runs;
  for (let tries = 0; tries < 300 && open.length > 0; tries++) {
    const statuses = await Promise.all(open.map((id) => readRun(services()[0]!, token, id)));
    open = open.filter((_, at) => statuses[at] !== 'applied');
    await sleep(100);
  }
  assert.equal(open, [], 'runs that did not end');
  const missing = (): readonly string[] => runs.filter((id) => !received().includes(id));
  // A delivery that was cut is tried again after ten seconds.
  for (let tries = 0; tries < 300 && missing().length > 0; tries++) await sleep(100);
  assert.equal(missing(), [], 'runs of which nobody was notified');
};

test('of three processes, while processes and the database are killed, are those of one request after the other', async () => {
  const postgres = server as PostgresServer;
  const { url } = await postgres.database('histories');
  const received = (receiver = await startReceiver());
  const services = running;
  services.push(...(await Promise.all([1, 2, 3].map(() => startOne(url)))));
  const token = services.find((one) => one.token !== null)!.token!;
  const fixed = await plantFixed(services[0]!, token, received.url);
  const draw = numbers(seed);
  const world: HistoryWorld = { services: () => services, token, draw, events: [], owners: new Map(), fixed, runs: [] };
  let isOver = false;
  const talking = Array.from({ length: clients }, (_, at) => runHistoryClient(world, `c${at}`, () => isOver));
  await disturb(services, postgres, url, draw);
  // A slow machine has few entries by then.
  for (let tries = 0; tries < 300 && world.events.length <= 200; tries++) await sleep(100);
  isOver = true;
  await Promise.all(talking);

  const byObject = groupByObject(world.events.filter(({ object }) => object !== 'runs'));
  for (const [object, events] of byObject) checkObject(object, events);
  const kinds = new Set([...byObject.keys()].map((object) => object.split(' ')[0]!));
  assert.equal([...kinds].toSorted(), ['bindings', 'family', 'lock', 'name', 'project', 'variable']);
  assert.ok(world.events.length > 200, `${world.events.length} events`);
  await checkRuns(world, () => received.received.map(({ text }) => JSON.parse(text).run_id));
  for (const service of running.splice(0)) {
    assert.is(await service.stop(), 0);
    assert.not.match(service.readStderr(), /bug in Slipway/);
  }
});

all.after(async () => {
  await Promise.all(running.map((service) => service.kill()));
  receiver?.close();
  if (typeof server !== 'string') await server.stop();
});
all.run();
