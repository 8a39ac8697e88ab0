/** A client of the histories: sends one request after the other to any running process. */
import type { ProcessResponse, ServiceProcess } from '@slipway/test-support/service-processes';
import type { HistoryEvent } from './models.ts';
import { document } from '../documents.ts';

export interface HistoryWorld {
  /** The running processes; one of them may be killed during a request. */
  readonly services: () => readonly ServiceProcess[];
  readonly token: string;
  readonly draw: (below: number) => number;
  readonly events: HistoryEvent[];
  /** The ID that was last seen of each owner of a name. */
  readonly owners: Map<string, string>;
  /** Workspaces that are there before the histories, which are locked and tagged. */
  readonly fixed: readonly string[];
  /** Runs that were answered. */
  readonly runs: string[];
}

/** As long after its end an unanswered request may still take effect: what the database has not got by then it never gets. */
const latest = 3_000_000_000n;
const now = (): bigint => process.hrtime.bigint();

type Step = Pick<HistoryEvent, 'object' | 'action' | 'given'> & {
  readonly row: string;
  readonly body?: unknown;
  /** Parses the response; undefined: a status that no such request may have. */
  readonly read: (response: ProcessResponse) => string | null | undefined;
};

/** Sends a request and records its outcome. Undefined if no process could be reached. */
const perform = async (world: HistoryWorld, { object, action, given, row, body, read }: Step): Promise<string | null | undefined> => {
  const running = world.services();
  const service = running[world.draw(running.length)]!;
  const began = now();
  const response = await service.request(world.token, row, body).catch((error: unknown) => error as Error);
  const isRead = row.startsWith('GET ');
  const isUnanswered = response instanceof Error || response.status === 503;
  // Who reads, or could not connect, has changed nothing.
  const wasRefused = response instanceof Error && (response.cause as { code?: string } | undefined)?.code === 'ECONNREFUSED';
  if (isUnanswered && (isRead || wasRefused)) return undefined;
  const outcome = isUnanswered ? 'unknown' : read(response);
  if (outcome === undefined) throw new Error(`${row}: ${JSON.stringify(response)}`);
  const ended = now() + (isUnanswered ? latest : 0n);
  world.events.push({ object, action, ...(given === undefined ? {} : { given }), began, ended, outcome });
  return outcome;
};

const byStatus =
  (outcomes: Readonly<Record<number, string>>) =>
  ({ status }: ProcessResponse): string | undefined =>
    outcomes[status];
const createdOr =
  (refused: string, ...statuses: readonly number[]) =>
  ({ status, body }: ProcessResponse): string | undefined => {
    if (status === 200 || status === 201) return body.data.id as string;
    return statuses.includes(status) ? refused : undefined;
  };
const deletion = byStatus({ 204: 'deleted', 404: 'absent' });

interface OwnerRequests {
  readonly create: Pick<Step, 'row' | 'body'>;
  readonly find: Pick<Step, 'row' | 'read'>;
  readonly path: string;
}

/** Creates, looks for and deletes what has a name of its own. */
const contend = async (world: HistoryWorld, object: string, { create, find, path }: OwnerRequests): Promise<void> => {
  const choice = world.draw(3);
  const owner = world.owners.get(object);
  if (choice === 0) {
    const id = await perform(world, { object, action: 'create', ...create, read: createdOr('taken', 422) });
    if (id && id !== 'taken' && id !== 'unknown') world.owners.set(object, id);
  } else if (choice === 1 && owner !== undefined) {
    await perform(world, { object, action: 'delete', given: owner, row: `DELETE ${path}/${owner}`, read: deletion });
  } else {
    const id = await perform(world, { object, action: 'read', ...find });
    if (id) world.owners.set(object, id);
  }
};

const contendForName = (world: HistoryWorld): Promise<void> => {
  const name = `name-${world.draw(3)}`;
  return contend(world, `name ${name}`, {
    create: { row: 'POST /organizations/acme/workspaces', body: document('workspaces', { name }) },
    find: {
      row: `GET /organizations/acme/workspaces/${name}`,
      read: ({ status, body }) => (status === 200 ? (body.data.id as string) : status === 404 ? null : undefined),
    },
    path: '/workspaces',
  });
};

/** A variable that one global set of the organization may have. */
const contendForVariable = (world: HistoryWorld): Promise<void> => {
  const key = `KEY_${world.draw(2)}`;
  const name = `${key} ${world.events.length} ${world.draw(1e6)}`;
  const vars = { vars: { data: [{ type: 'vars', attributes: { key, value: 'x', category: 'env' } }] } };
  return contend(world, `variable ${key}`, {
    create: { row: 'POST /organizations/acme/varsets', body: document('varsets', { name, global: true }, vars) },
    find: {
      row: `GET /organizations/acme/varsets?q=${key}`,
      read: ({ status, body }) => (status === 200 && body.data.length < 2 ? ((body.data[0]?.id as string | undefined) ?? null) : undefined),
    },
    path: '/varsets',
  });
};

const useLock = async (world: HistoryWorld): Promise<void> => {
  const at = world.draw(2);
  const id = world.fixed[at]!;
  const object = `lock ${at}`;
  const action = ['lock', 'unlock', 'read'][world.draw(3)]!;
  if (action === 'read')
    await perform(world, { object, action, row: `GET /workspaces/${id}`, read: ({ body }) => String(body.data.attributes.locked) });
  else
    await perform(world, {
      object,
      action,
      row: `POST /workspaces/${id}/actions/${action}`,
      body: {},
      read: byStatus({ 200: 'done', 409: 'refused' }),
    });
};

const useBindings = async (world: HistoryWorld): Promise<void> => {
  const at = world.draw(2);
  const row = `/workspaces/${world.fixed[at]}/tag-bindings`;
  const object = `bindings ${at}`;
  if (world.draw(2) === 0) {
    const describe = ({ body }: ProcessResponse): string =>
      (body.data as readonly any[])
        .map(({ attributes: { key, value } }) => `${key}=${value}`)
        .toSorted()
        .join(' ');
    await perform(world, { object, action: 'read', row: `GET ${row}`, read: describe });
    return;
  }
  const [key, value] = [`k${world.draw(3)}`, `v${world.draw(1000)}`];
  const body = { data: [{ type: 'tag-bindings', attributes: { key, value } }] };
  await perform(world, { object, action: 'set', given: `${key}=${value}`, row: `PATCH ${row}`, body, read: byStatus({ 200: 'done' }) });
};

/** A project of its own: workspaces are made in it while it is deleted, until it is. */
const raiseFamily = async (world: HistoryWorld, name: string): Promise<void> => {
  let project: string | undefined;
  const made = createdOr('taken', 422);
  for (let tries = 0; project === undefined || project === 'unknown'; tries++) {
    const body = document('projects', { name: `${name}-${tries}` });
    const id = await perform(world, {
      object: `project ${name} ${tries}`,
      action: 'create',
      row: 'POST /organizations/acme/projects',
      body,
      read: made,
    });
    project = id ?? undefined;
  }
  const object = `family ${name}`;
  const create = (at: number) => {
    const parent = { project: { data: { type: 'projects', id: project } } };
    const body = document('workspaces', { name: `${name}-${at}` }, parent);
    return perform(world, {
      object,
      action: 'create child',
      row: 'POST /organizations/acme/workspaces',
      body,
      read: createdOr('refused', 404, 422),
    });
  };
  const remove = byStatus({ 204: 'deleted', 404: 'absent', 422: 'refused' });
  const leave = () => perform(world, { object, action: 'delete', row: `DELETE /projects/${project}`, read: remove });
  const children = await Promise.all([create(0), leave(), create(1), leave()]);
  for (const id of [children[0], children[2]])
    if (id && id !== 'refused' && id !== 'unknown')
      await perform(world, { object, action: 'delete child', row: `DELETE /workspaces/${id}`, read: deletion });
  await leave();
};

const startRun = async (world: HistoryWorld): Promise<void> => {
  const id = world.fixed[2 + world.draw(2)]!;
  const body = document('runs', {}, { workspace: { data: { type: 'workspaces', id } } });
  const run = await perform(world, { object: 'runs', action: 'create', row: 'POST /runs', body, read: createdOr('refused') });
  if (run && run !== 'unknown') world.runs.push(run);
};

/** One request after the other until it is over. */
export const runHistoryClient = async (world: HistoryWorld, name: string, isOver: () => boolean): Promise<void> => {
  for (let at = 0; !isOver(); at++) {
    const choice = world.draw(20);
    if (choice < 6) await contendForName(world);
    else if (choice < 10) await contendForVariable(world);
    else if (choice < 14) await useLock(world);
    else if (choice < 18) await useBindings(world);
    else if (choice < 19) await raiseFamily(world, `${name}-${at}`);
    else await startRun(world);
  }
};
