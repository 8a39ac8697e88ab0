import { gzipSync } from 'node:zlib';
import { createTestService, type TestResponse, type TestService } from '../support.ts';
import { writeTar } from '../../src/workspaces/runs/plan-exports/write-tar.ts';

/** A service that executes runs, with an agent pool and an agent, which is this test. */
export interface AgentTest extends TestService {
  readonly pool: string;
  readonly agent: string;
  /** With the token of the pool. */
  asAgent(row: string, body?: unknown, token?: string): Promise<TestResponse>;
  /** The token of a new agent pool, and its ID. */
  createPool(name: string, attributes?: object): Promise<{ readonly pool: string; readonly token: string }>;
  /** IDs of a new workspace whose runs the agents of the pool execute, with a configuration. */
  createWorkspace(name: string, attributes?: object): Promise<string>;
  /** The ID of a new run. */
  start(workspace: string, attributes?: object): Promise<string>;
  /** Body of a claim, or undefined where nothing waits. */
  claim(jobs?: readonly string[]): Promise<any>;
  status(run: string): Promise<string>;
  /** The end of a job, with these members instead of the usual ones. */
  end(job: string, members?: object): Promise<TestResponse>;
}

const counts = { additions: 1, changes: 0, destructions: 0, imports: 0 };
export const planned = {
  result: { ...counts, status: 'finished', hasChanges: true },
  documents: { json: '{"format_version":"1.2"}', schemas: '{"format_version":"1.0"}', redacted: '{"plan_format_version":"1.2"}' },
  planFiles: { plan: Buffer.from('the plan').toString('base64'), lock: null, version: '1.11.4' },
  log: 'the rest\n',
  logOffset: 0,
  stateBefore: null,
  hasState: false,
};
export const packed = (value: unknown): Buffer => gzipSync(typeof value === 'string' ? value : JSON.stringify(value));

export const startAgentTest = async (): Promise<AgentTest> => {
  const bench = await createTestService({ settings: { runsJobs: true, jobMilliseconds: 90_000 } });
  const { request } = bench;
  const create = async (row: string, type: string, attributes: object, relationships = {}): Promise<any> => {
    const { status, body } = await request(row, { data: { type, attributes, relationships } });
    if (status !== 201) throw new Error(`${row}: ${status} ${JSON.stringify(body)}`);
    return body.data;
  };
  const createPool = async (name: string, attributes = {}) => {
    const { id: pool } = await create('POST /organizations/acme/agent-pools', 'agent-pools', { name, ...attributes });
    const { attributes: issued } = await create(`POST /agent-pools/${pool}/authentication-tokens`, 'authentication-tokens', {});
    return { pool, token: issued.token as string };
  };
  const { pool, token } = await createPool('north');
  const asAgent: AgentTest['asAgent'] = (row, body, by = token) =>
    request(row, body, { token: by, ...(body instanceof Uint8Array ? { headers: { 'content-type': 'application/gzip' } } : {}) });
  const joined = await asAgent('POST /agents', { data: { type: 'agents', attributes: { name: 'builder' } } });
  const agent = joined.body.data.id;
  return {
    ...bench,
    pool,
    agent,
    asAgent,
    createPool,
    createWorkspace: async (name, attributes = {}) => {
      const settings = { name, 'execution-mode': 'agent', 'agent-pool-id': pool, ...attributes };
      const { id } = await create('POST /organizations/acme/workspaces', 'workspaces', settings);
      const path = `POST /workspaces/${id}/configuration-versions`;
      const version = await create(path, 'configuration-versions', { 'auto-queue-runs': false });
      const archive = await writeTar([{ name: 'main.tf', text: 'resource "terraform_data" "a" {}\n' }], new Date(0));
      const upload = new URL(version.attributes['upload-url']).pathname;
      await request(`PUT /${upload}`, new Uint8Array(archive), { token: null });
      return id;
    },
    start: async (workspace, attributes = {}) =>
      (await create('POST /runs', 'runs', attributes, { workspace: { data: { type: 'workspaces', id: workspace } } })).id,
    claim: async (jobs = []) => (await asAgent(`POST /agents/${agent}/actions/claim`, { jobs })).body,
    status: async (run) => (await request(`GET /runs/${run}`)).body.data.attributes.status,
    end: (job, members = {}) => asAgent(`POST /agents/${agent}/jobs/${job}/end`, packed({ ...planned, ...members })),
  };
};
