import { gzipSync } from 'node:zlib';
import { writeTar } from '../../../../src/workspaces/runs/plan-exports/write-tar.ts';
import { type AcceptedRequest, type AcceptedRequests, createWorkspace, pathOf, type World } from './accepted-request.ts';
import { document, one } from '../../../documents.ts';

const state = '{"version":4,"serial":1,"lineage":"l","outputs":{},"resources":[]}';
const packed = (value: unknown): Buffer => gzipSync(typeof value === 'string' ? value : JSON.stringify(value));
const planned = {
  result: { additions: 1, changes: 0, destructions: 0, imports: 0, status: 'finished', hasChanges: true },
  documents: { json: '{"format_version":"1.2"}', schemas: '{"format_version":"1.0"}', redacted: '{"plan_format_version":"1.2"}' },
  planFiles: { plan: Buffer.from('the plan').toString('base64'), lock: null, version: '1.11.4' },
  log: 'the rest\n',
  logOffset: 0,
  stateBefore: null,
  hasState: false,
};

const createAgent = async ({ ask, bench }: World, name: string) => {
  const pool = (await ask('POST /organizations/acme/agent-pools', document('agent-pools', { name }))).data.id as string;
  const issued = await ask(`POST /agent-pools/${pool}/authentication-tokens`, document('authentication-tokens', {}));
  const token = issued.data.attributes.token as string;
  const joined = await bench.request('POST /agents', document('agents', { name }), { token });
  return { 'a pool': pool, 'its token': token, 'an agent': joined.body.data.id as string };
};

/** A run that waits for the agent. */
const createRun = async (world: World, name: string) => {
  const agent = await createAgent(world, name);
  const workspace = await createWorkspace(world, name, { 'execution-mode': 'agent', 'agent-pool-id': agent['a pool'] });
  const path = `POST /workspaces/${workspace['a workspace']}/configuration-versions`;
  const { attributes } = (await world.ask(path, document('configuration-versions', { 'auto-queue-runs': false }))).data;
  const archive = await writeTar([{ name: 'main.tf', text: 'resource "terraform_data" "a" {}\n' }], new Date(0));
  await world.bench.request(`PUT ${pathOf(attributes['upload-url'])}`, new Uint8Array(archive), { token: null });
  await world.ask('POST /runs', document('runs', {}, { workspace: one('workspaces', workspace['a workspace']) }));
  return agent;
};
/** The same, claimed by the agent. */
const createJob = async (world: World, name: string, phase: 'plan' | 'apply' = 'plan') => {
  const agent = await createRun(world, name);
  const [token, path] = [agent['its token'], `/agents/${agent['an agent']}`];
  const ask = (row: string, body: unknown) => world.bench.request(row, body, { token });
  const { id } = (await ask(`POST ${path}/actions/claim`, { jobs: [] })).body.claim;
  if (phase === 'apply') {
    await ask(`POST ${path}/jobs/${id.replace('run-', 'plan-')}/end`, packed(planned));
    await world.ask(`POST /runs/${id}/actions/apply`);
    await ask(`POST ${path}/actions/claim`, { jobs: [] });
  }
  return { ...agent, 'a job': id.replace('run-', `${phase}-`) as string };
};

const asAgent = (path: string, prepare: AcceptedRequest['prepare'], body?: unknown): AcceptedRequest => ({
  prepare: prepare!,
  path,
  token: 'its token',
  ...(body === undefined ? {} : { body }),
});
const [agent, job] = ['/agents/<an agent>', '/agents/<an agent>/jobs/<a job>'];

/** What agents ask, of a service that executes runs. */
export const agents: AcceptedRequests = {
  'POST /agents': asAgent('/agents', (world) => createAgent(world, 'joins'), document('agents', { name: 'other' })),
  'POST /agents/{agent_id}/actions/ping': asAgent(`${agent}/actions/ping`, (world) => createAgent(world, 'pings'), { jobs: [] }),
  'POST /agents/{agent_id}/actions/exit': asAgent(`${agent}/actions/exit`, (world) => createAgent(world, 'exits')),
  'DELETE /agents/{agent_id}': {
    prepare: async (world) => {
      const left = await createAgent(world, 'left');
      await world.bench.request(`POST /agents/${left['an agent']}/actions/exit`, undefined, { token: left['its token'] });
      return left;
    },
    path: agent,
  },
  'POST /agents/{agent_id}/actions/claim': asAgent(`${agent}/actions/claim`, (world) => createRun(world, 'claims'), { jobs: [] }),
  'POST /agents/{agent_id}/jobs/{job_id}/begin': asAgent(`${job}/begin`, (world) => createJob(world, 'begins'), { by: 'a' }),
  'GET /agents/{agent_id}/jobs/{job_id}/files/{file_name}': asAgent(`${job}/files/configuration`, (world) => createJob(world, 'reads')),
  'POST /agents/{agent_id}/jobs/{job_id}/log': asAgent(`${job}/log?offset=0`, (world) => createJob(world, 'writes'), Buffer.from('a\n')),
  'PUT /agents/{agent_id}/jobs/{job_id}/state': asAgent(`${job}/state`, (world) => createJob(world, 'keeps', 'apply'), packed(state)),
  'POST /agents/{agent_id}/jobs/{job_id}/end': asAgent(`${job}/end`, (world) => createJob(world, 'ends'), packed(planned)),
  'POST /agents/{agent_id}/jobs/{job_id}/token': asAgent(`${job}/token`, (world) => createJob(world, 'renews')),
};
