import type { ServiceProcess } from '../service-process.ts';
import { listIds } from './list-ids.ts';
import { describeVariableSet, loadAll, type LoadFigures, type LoadRequest } from './load-all.ts';

/** Of one after the other: a second of an operation is what both take. */
const addLoads = (one: LoadFigures, other: LoadFigures): LoadFigures => ({
  perSecond: 1 / (1 / one.perSecond + 1 / other.perSecond),
  p99: one.p99 + other.p99,
  cpuMicroseconds: one.cpuMicroseconds + other.cpuMicroseconds,
});

export interface VariableSetLoad {
  /** Names of the sets. */
  readonly prefix: string;
  readonly count: number;
  /** Ids. */
  readonly workspaces: readonly string[];
}

/**
 * Variable sets that are made, and then each applied to a workspace: two requests for one operation. They are deleted afterwards, since an
 * organization with the sets of all rounds would be another one in each.
 */
export const loadVariableSets = async (
  services: readonly ServiceProcess[],
  { prefix, count, workspaces }: VariableSetLoad,
): Promise<LoadFigures> => {
  const requests = Array.from({ length: count }, (_, at) => describeVariableSet(`${prefix}-${at}`));
  const made = await loadAll(services, { status: 200, requests, count });
  const ids = await listIds(services[0]!, '/api/v2/organizations/acme/varsets', count);
  const applications = ids.map((id, at): LoadRequest => ({
    method: 'POST',
    path: `/api/v2/varsets/${id}/relationships/workspaces`,
    body: JSON.stringify({ data: [{ type: 'workspaces', id: workspaces[at % workspaces.length] }] }),
  }));
  const applied = await loadAll(services, { status: 204, requests: applications, count });
  await loadAll(services, { status: 204, requests: ids.map((id) => ({ method: 'DELETE', path: `/api/v2/varsets/${id}` })), count });
  return addLoads(made, applied);
};
