import { setTimeout as delay } from 'node:timers/promises';
import { openService, type StartOptions } from '../../src/start.ts';
import { writeTar } from '../../src/workspaces/runs/plan-exports/write-tar.ts';

const token = 'owner-token-of-the-test';

type Files = { readonly [name: string]: string };

const pack = async (files: Files): Promise<Uint8Array> =>
  new Uint8Array(
    await writeTar(
      Object.entries(files).map(([name, text]) => ({ name, text })),
      new Date(0),
    ),
  );

export interface Answer {
  readonly status: number;
  readonly body: any;
}
/** A service whose runs the engine executes. */
export interface EngineRunsTest {
  readonly address: string;
  /** `request('POST /runs', body)`; paths are below /api/v2. */
  request(row: string, body?: unknown): Promise<Answer>;
  /** The id of a new workspace that executes its runs here. */
  createWorkspace(name: string, attributes?: object): Promise<string>;
  /** The id of a new configuration version with these files, uploaded. */
  upload(workspace: string, files: Files, attributes?: object): Promise<string>;
  /** A gzipped tar of these files. */
  pack(files: Files): Promise<Uint8Array>;
  setVariable(workspace: string, attributes: object): Promise<void>;
  /** The id of a new run; `configuration`: of this version. */
  start(workspace: string, attributes?: object, configuration?: string): Promise<string>;
  /** The attributes of a run as soon as it is in one of these statuses. */
  until(run: string, ...statuses: readonly string[]): Promise<any>;
  /** Advances the service's clock by this many milliseconds. */
  moveClock(milliseconds: number): Promise<void>;
  /** The log of the plan or the apply of a run, with its marks. */
  log(run: string, phase: 'plan' | 'apply'): Promise<string>;
  close(): Promise<void>;
}

export const startEngineRuns = async (
  jobs: Partial<NonNullable<StartOptions['jobs']>> = {},
  options: Pick<StartOptions, 'settings' | 'seed' | 'dialect'> & { readonly store?: string } = {},
): Promise<EngineRunsTest> => {
  const service = await openService({
    store: 'memory',
    organization: 'acme',
    token,
    test: true,
    ...options,
    jobs: { maxParallelRuns: 2, jobMilliseconds: 60_000, ...jobs },
  });
  return connect(service.address, token, () => service.close());
};

/** The fixture over an existing service. */
export const connect = (address: string, token: string, close: () => Promise<void>): EngineRunsTest => {
  const request = async (row: string, body?: unknown): Promise<Answer> => {
    const [method, path] = row.split(' ') as [string, string];
    const response = await fetch(`${address}/api/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const create = async (row: string, type: string, attributes: object, relationships = {}): Promise<any> => {
    const { status, body } = await request(row, { data: { type, attributes, relationships } });
    if (status !== 201) throw new Error(`${row}: ${status} ${JSON.stringify(body)}`);
    return body.data;
  };
  /** The fixture with a public name of the service that cannot be resolved. */
  const local = (url: string): string => address + new URL(url).pathname;
  const reference = (type: string, id: string) => ({ data: { type, id } });
  return {
    address,
    request,
    createWorkspace: async (name, attributes = {}) =>
      (await create('POST /organizations/acme/workspaces', 'workspaces', { name, 'execution-mode': 'remote', ...attributes })).id,
    upload: async (workspace, files, attributes = {}) => {
      const version = await create(`POST /workspaces/${workspace}/configuration-versions`, 'configuration-versions', {
        'auto-queue-runs': false,
        ...attributes,
      });
      const { status } = await fetch(local(version.attributes['upload-url']), { method: 'PUT', body: await pack(files) });
      if (status !== 200) throw new Error(`the upload was answered with ${status}`);
      return version.id;
    },
    pack,
    setVariable: async (workspace, attributes) => void (await create(`POST /workspaces/${workspace}/vars`, 'vars', attributes)),
    start: async (workspace, attributes = {}, configuration) =>
      (
        await create('POST /runs', 'runs', attributes, {
          workspace: reference('workspaces', workspace),
          ...(configuration ? { 'configuration-version': reference('configuration-versions', configuration) } : {}),
        })
      ).id,
    until: async (run, ...statuses) => {
      for (;;) {
        const { attributes } = (await request(`GET /runs/${run}`)).body.data;
        if (statuses.includes(attributes.status)) return attributes;
        if (['errored', 'canceled', 'force_canceled', 'discarded', 'planned_and_finished', 'applied'].includes(attributes.status))
          throw new Error(`the run is ${attributes.status}, not ${statuses.join(' or ')}`);
        await delay(60);
      }
    },
    log: async (run, phase) => {
      const { attributes } = (await request(`GET /runs/${run}/${phase}`)).body.data;
      return (await fetch(local(attributes['log-read-url']))).text();
    },
    moveClock: async (move) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ move }) };
      const { status } = await fetch(`${address}/_local/clock`, init);
      if (status !== 200) throw new Error(`the clock was answered with ${status}`);
    },
    close,
  };
};
