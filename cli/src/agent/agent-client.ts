import { gzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { AgentJob, AgentJobEnd, AgentOrders } from '@slipway/service/workspaces/agent-jobs/protocol';
import type { RunFileName } from '@slipway/service/workspaces/runs/engine/run-input';
import { version } from '@slipway/declarations/version';

/** The service refused the request: repeating it has no use. */
export class AgentRefused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
/** No response, or a temporary failure: the request can be tried again. */
export class ServiceAway extends Error {}

/** The requests of an agent to its service. Each rejects with AgentRefused or ServiceAway. `agent`, `job`: IDs. */
export interface AgentClient {
  /** The ID of the agent. */
  register(name: string, ipAddress: string | null): Promise<string>;
  ping(agent: string, jobs: readonly string[]): Promise<AgentOrders>;
  /** Undefined: no job is waiting. */
  claim(agent: string, jobs: readonly string[]): Promise<AgentJob | undefined>;
  exit(agent: string): Promise<void>;
  /** A token for this job only. */
  issueToken(agent: string, job: string): Promise<string>;
  /** Refused (409) where another process began it. `by`: this one. */
  begin(agent: string, job: string, by: string): Promise<void>;
  /** Undefined: there is none. */
  readFile(agent: string, job: string, name: RunFileName): Promise<Uint8Array | undefined>;
  appendLog(agent: string, job: string, offset: number, piece: Uint8Array): Promise<void>;
  keepState(agent: string, job: string, state: Uint8Array): Promise<void>;
  end(agent: string, job: string, packed: Uint8Array): Promise<void>;
}

export const packEnd = (end: AgentJobEnd): Promise<Uint8Array> => promisify(gzip)(JSON.stringify(end));

interface AgentRequest {
  readonly row: string;
  readonly body?: Uint8Array | object;
  /** Milliseconds. */
  readonly timeout?: number;
}

const shortTimeout = 15_000;
/** For files of unknown size. */
const longTimeout = 300_000;

const describeRefusal = async (response: Response): Promise<string> => {
  const text = await response.text().catch(() => '');
  const detail = /"detail":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  return detail === undefined ? `the service answered with ${response.status}` : (JSON.parse(`"${detail}"`) as string);
};

const encode = (body: Uint8Array | object | undefined) =>
  body === undefined || body instanceof Uint8Array ? body : new TextEncoder().encode(JSON.stringify(body));

const createSend =
  (address: string, token: string) =>
  async ({ row, body, timeout = shortTimeout }: AgentRequest): Promise<Response> => {
    const [method, path] = row.split(' ') as [string, string];
    const encoded = encode(body);
    const headers = {
      authorization: `Bearer ${token}`,
      'user-agent': `slipway-agent/${version}`,
      ...(encoded === undefined
        ? {}
        : { 'content-type': body instanceof Uint8Array ? 'application/octet-stream' : 'application/vnd.api+json' }),
    };
    let response: Response;
    try {
      response = await fetch(`${address}/api/v2${path}`, {
        method,
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
        ...(encoded === undefined ? {} : { body: encoded as Uint8Array<ArrayBuffer> }),
      });
    } catch (error) {
      const { message, cause } = error as Error;
      throw new ServiceAway(cause instanceof Error ? cause.message : message);
    }
    if (response.ok) return response;
    const refusal = await describeRefusal(response);
    if (response.status >= 500 || response.status === 429 || response.status === 408) throw new ServiceAway(refusal);
    throw new AgentRefused(response.status, refusal);
  };

/** The body of an answer; a connection that ends in the middle is no answer. */
const read = async <T>(body: Promise<T>): Promise<T> => {
  try {
    return await body;
  } catch (error) {
    throw new ServiceAway((error as Error).message);
  }
};

/** `address`: without a slash at its end. */
export const createAgentClient = (address: string, token: string): AgentClient => {
  const send = createSend(address, token);
  const jobPath = (agent: string, job: string): string => `/agents/${agent}/jobs/${job}`;
  return {
    register: async (name, ipAddress) => {
      const body = { data: { type: 'agents', attributes: { name, 'ip-address': ipAddress } } };
      const response = await send({ row: 'POST /agents', body });
      return ((await read(response.json())) as { readonly data: { readonly id: string } }).data.id;
    },
    ping: async (agent, jobs) => {
      const response = await send({ row: `POST /agents/${agent}/actions/ping`, body: { jobs } });
      return (await read(response.json())) as AgentOrders;
    },
    claim: async (agent, jobs) => {
      const response = await send({ row: `POST /agents/${agent}/actions/claim`, body: { jobs } });
      return response.status === 204 ? undefined : ((await read(response.json())) as AgentJob);
    },
    exit: async (agent) => void (await send({ row: `POST /agents/${agent}/actions/exit` })),
    issueToken: async (agent, job) => {
      const response = await send({ row: `POST ${jobPath(agent, job)}/token` });
      return ((await read(response.json())) as { readonly token: string }).token;
    },
    begin: async (agent, job, by) => void (await send({ row: `POST ${jobPath(agent, job)}/begin`, body: { by } })),
    readFile: async (agent, job, name) => {
      const response = await send({ row: `GET ${jobPath(agent, job)}/files/${name}`, timeout: longTimeout });
      return response.status === 204 ? undefined : new Uint8Array(await read(response.arrayBuffer()));
    },
    appendLog: async (agent, job, offset, piece) =>
      void (await send({ row: `POST ${jobPath(agent, job)}/log?offset=${offset}`, body: piece })),
    keepState: async (agent, job, state) => {
      const body = new Uint8Array(await promisify(gzip)(state));
      await send({ row: `PUT ${jobPath(agent, job)}/state`, body, timeout: longTimeout });
    },
    end: async (agent, job, packed) => void (await send({ row: `POST ${jobPath(agent, job)}/end`, body: packed, timeout: longTimeout })),
  };
};
