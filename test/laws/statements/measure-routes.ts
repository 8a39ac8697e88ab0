import { startPipelineTest, type PipelineTest } from '../../service/ci/pipelines/support.ts';
import { setStoreOpener } from '../../service/stores.ts';
import { plantCi } from '../foreign-ids/plant-ci.ts';
import { plantWorkspaces } from '../foreign-ids/plant-workspaces.ts';
import { fillSlots, slottedRequests, type SlottedRequest, type SlotValues } from '../foreign-ids/request-slots.ts';
import { createCountingStore, type StatementCount } from './counting-store.ts';

export interface MeasuredRoute extends StatementCount {
  readonly service: SlottedRequest['service'];
  /** `GET /workspaces/{workspace_id}` */
  readonly row: string;
  readonly status: number;
  readonly isList: boolean;
}

const send = (bench: PipelineTest, request: SlottedRequest, values: SlotValues) => {
  const { line, body } = fillSlots(request, values);
  return (request.service === 'ci' ? bench.ci : bench.request)(line, body, { token: 'owner-token' });
};

/** Whether the most expensive success of a route is this one; a refusal stands where nothing succeeds. */
const isMore = (one: MeasuredRoute, known: MeasuredRoute): boolean =>
  one.status < 400 ? known.status >= 400 || one.roundTrips > known.roundTrips : known.status >= 400 && one.roundTrips > known.roundTrips;

/** What each route of both services sends to the database for a request of the sample world. */
export const measureRoutes = async (): Promise<readonly MeasuredRoute[]> => {
  const counting = createCountingStore();
  const former = setStoreOpener(async () => counting.store);
  const bench = await startPipelineTest({ settings: { tier: 'plus' } });
  setStoreOpener(former);
  const values = { ...(await plantWorkspaces(bench, 'acme', 'owner-token')), ...(await plantCi(bench, 'acme', 'owner-token')) };
  const measured = new Map<string, MeasuredRoute>();
  // A known caller is forgotten after a second: on a slow machine, in the midst of a request.
  performance.now = () => 0;
  for (const request of slottedRequests) {
    // The caller is known already, as that of most requests is.
    await bench.request('GET /account/details');
    const { result, count } = await counting.measure(() => send(bench, request, values));
    const { service, row } = request;
    const isList = [result.body, result.body?.data, result.body?.items].some(Array.isArray);
    const one = { service, row, status: result.status, isList, ...count };
    const known = measured.get(`${service} ${row}`);
    if (!known || isMore(one, known)) measured.set(`${service} ${row}`, one);
  }
  // An own member hides the one of the prototype.
  Reflect.deleteProperty(performance, 'now');
  await bench.close();
  return [...measured.values()];
};

/** The most round trips that an operation should cost; undefined: there is no such goal. */
export const goalOf = ({ row, isList, status }: MeasuredRoute): number | undefined => {
  if (status >= 400) return undefined;
  if (row.startsWith('GET ')) return isList ? 3 : 2;
  return status === 201 ? 4 : undefined;
};
