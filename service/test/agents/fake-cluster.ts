/** An API server as far as `slipway agent --kubernetes` asks one. Its pods are processes of this machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const program = join(import.meta.dirname, '../../../cli/bin/slipway.cjs');

interface FakeJob {
  readonly object: any;
  conditions: readonly object[];
  podStatus: object;
  process: ChildProcess | undefined;
  readonly log: ServerResponse[];
}
export interface FakeCluster {
  readonly address: string;
  /** The one that requests have to have. */
  token: string;
  /** The programs that asked, as their `user-agent` names them. */
  readonly programs: ReadonlySet<string>;
  /** Each of these, such as `create jobs`, is answered once with 503, and taken out. */
  readonly busy: Set<string>;
  /** `create jobs`, `get pods/log`: verbs and resources in the words of roles, each once. */
  readonly used: ReadonlySet<string>;
  /** The objects that were created so far. */
  readonly created: any[];
  readonly jobs: ReadonlyMap<string, FakeJob>;
  /** Jobs are refused with this sentence; undefined: they are not. */
  refusal: string | undefined;
  /** New pods stay like this and do not start; undefined: they start. */
  stuck: object | undefined;
  /** Ends all pods, as a node does that runs out of memory. */
  evict(): void;
  /** Loses all jobs, with their pods. */
  forget(): void;
  close(): Promise<void>;
}

const verbs: { readonly [method: string]: string } = { POST: 'create', GET: 'get', DELETE: 'delete' };

const startPod = (job: FakeJob, secret: any): void => {
  const file = join(temporaryFolder(), 'job.json');
  writeFileSync(file, secret.stringData['job.json']);
  const [, ...words] = job.object.spec.template.spec.containers[0].command as string[];
  const args = words.map((word) => (word === '/var/run/slipway/job.json' ? file : word));
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SLIPWAY_')));
  const pod = spawn(process.execPath, [program, ...args], {
    cwd: temporaryFolder(),
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  job.process = pod;
  job.podStatus = { phase: 'Running' };
  pod.stdout.on('data', (chunk) => job.log.forEach((follower) => follower.write(chunk)));
  pod.once('close', (code) => {
    for (const follower of job.log) follower.end();
    if (job.conditions.length > 0) return;
    job.podStatus = {
      phase: code === 0 ? 'Succeeded' : 'Failed',
      containerStatuses: [{ state: { terminated: { exitCode: code ?? 137 } } }],
    };
    job.conditions = [{ type: code === 0 ? 'Complete' : 'Failed', status: 'True', reason: 'BackoffLimitExceeded' }];
  });
};

const readBody = async (request: IncomingMessage): Promise<any> => {
  const text = Buffer.concat(await request.toArray()).toString();
  return text === '' ? undefined : JSON.parse(text);
};

const answer = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
const podOf = (name: string, { podStatus }: FakeJob) => ({ metadata: { name: `${name}-x2k9f` }, status: podStatus });
const remove = (jobs: Map<string, FakeJob>, name: string, isForeground: boolean): void => {
  const pod = jobs.get(name)?.process;
  pod?.kill('SIGTERM');
  if (isForeground && pod?.exitCode === null) pod.once('close', () => jobs.delete(name));
  else jobs.delete(name);
};

const failJob = (job: FakeJob): void => {
  job.podStatus = { phase: 'Failed', reason: 'Evicted', message: 'The node was low on resource: memory.' };
  job.conditions = [{ type: 'Failed', status: 'True', reason: 'BackoffLimitExceeded' }];
};

export const startFakeCluster = async (token: string): Promise<FakeCluster> => {
  const jobs = new Map<string, FakeJob>();
  const [used, programs] = [new Set<string>(), new Set<string>()];
  const created: any[] = [];
  const create = (response: ServerResponse, resource: string, body: any): void => {
    created.push(body);
    if (resource === 'jobs' && cluster.refusal !== undefined) return answer(response, 403, { kind: 'Status', message: cluster.refusal });
    const { name } = body.metadata;
    if (resource === 'secrets') {
      const job = jobs.get(body.metadata.ownerReferences[0].name)!;
      if (cluster.stuck === undefined) startPod(job, body);
      else job.podStatus = cluster.stuck;
      return answer(response, 201, body);
    }
    const object = { ...body, metadata: { ...body.metadata, uid: `uid-of-${name}` } };
    jobs.set(name, { object, conditions: [], podStatus: { phase: 'Pending' }, process: undefined, log: [] });
    return answer(response, 201, object);
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url!, 'http://cluster');
    const [, resource = '', name = '', part] = /\/namespaces\/ci\/([a-z]+)(?:\/([a-z0-9-]+))?(?:\/([a-z]+))?$/.exec(url.pathname) ?? [];
    const body = await readBody(request);
    if (request.headers.authorization !== `Bearer ${cluster.token}`) return answer(response, 401, { message: 'Unauthorized' });
    const selected = url.searchParams.get('labelSelector')?.replace('job-name=', '');
    const verb = selected === undefined ? verbs[request.method!]! : request.method === 'DELETE' ? 'deletecollection' : 'list';
    const asked = `${verb} ${resource}${part ? `/${part}` : ''}`;
    used.add(asked);
    programs.add(request.headers['user-agent'] ?? 'nobody');
    if (cluster.busy.delete(asked)) return answer(response, 503, { kind: 'Status', message: 'the storage is busy' });
    if (verb === 'create') return create(response, resource, body);
    const job = jobs.get(selected ?? name.replace(/-x2k9f$/, ''));
    if (part === 'log' && job) {
      response.writeHead(200, { 'content-type': 'text/plain' });
      job.log.push(response);
      return undefined;
    }
    if (verb === 'list') return answer(response, 200, { items: job ? [podOf(selected!, job)] : [] });
    if (verb === 'deletecollection') {
      job?.process?.kill('SIGKILL');
      return answer(response, 200, {});
    }
    if (!job) return answer(response, 404, { kind: 'Status', message: `jobs.batch "${name}" not found` });
    if (verb === 'delete') remove(jobs, name, url.searchParams.get('propagationPolicy') === 'Foreground');
    return answer(response, 200, { ...job.object, status: { conditions: job.conditions } });
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const endPods = (): void => {
    for (const { process: pod } of jobs.values()) pod?.kill('SIGKILL');
  };
  const cluster: FakeCluster = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    programs,
    busy: new Set(),
    used,
    created,
    jobs,
    refusal: undefined,
    stuck: undefined,
    evict: () => {
      for (const job of jobs.values()) failJob(job);
      endPods();
    },
    forget: () => {
      endPods();
      jobs.clear();
    },
    close: () =>
      new Promise((closed) => {
        endPods();
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return cluster;
};
