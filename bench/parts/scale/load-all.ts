import { cpuSeconds } from '../process-usage.ts';
import { runLoad } from '../run-load.ts';
import { type ServiceProcess, token } from '../service-process.ts';

const clients = Number(process.env['CLIENTS'] ?? 64);

export interface LoadFigures {
  readonly perSecond: number;
  readonly p99: number;
  readonly cpuMicroseconds: number;
}
export type LoadRequest = { readonly method: string; readonly path: string; readonly body?: string };

/** A workspace of the organization `acme`. */
export const describeCreate = (name: string): LoadRequest => ({
  method: 'POST',
  path: '/api/v2/organizations/acme/workspaces',
  body: JSON.stringify({ data: { type: 'workspaces', attributes: { name, description: 'one of many', 'auto-apply': true } } }),
});

/** A variable set of the same organization, applied to nothing. */
export const describeVariableSet = (name: string): LoadRequest => ({
  method: 'POST',
  path: '/api/v2/organizations/acme/varsets',
  body: JSON.stringify({ data: { type: 'varsets', attributes: { name, description: 'one of many', global: false } } }),
});

interface Load {
  readonly status: number;
  readonly requests: readonly LoadRequest[];
  readonly count: number;
}

/** Generators of the load: as many for one service as for two, so that they take the same from the cores. */
const lanes = 2;

/** The clients and the requests are divided among the services, which answer at the same time. */
export const loadAll = async (services: readonly ServiceProcess[], { status, requests, count }: Load): Promise<LoadFigures> => {
  const cpu = (): number => services.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
  const before = cpu();
  const share = Math.ceil(requests.length / lanes);
  const results = await Promise.all(
    Array.from({ length: lanes }, (_, at) =>
      runLoad({
        port: services[at % services.length]!.port,
        token,
        status,
        clients: clients / lanes,
        milliseconds: 60_000,
        requests: requests.slice(at * share, (at + 1) * share),
        count: count / lanes,
      }),
    ),
  );
  const answered = results.reduce((sum, result) => sum + result.answered, 0);
  return {
    perSecond: answered / Math.max(...results.map(({ seconds }) => seconds)),
    p99: Math.max(...results.map(({ p99 }) => p99)),
    cpuMicroseconds: ((cpu() - before) / answered) * 1e6,
  };
};
