import { startPipelineTest, type PipelineTest } from '../../ci/pipelines/support.ts';
import { fillSlots, slottedRequests, type SlottedRequest, type SlotValues } from '../foreign-ids/request-slots.ts';
import { addCallers } from './callers.ts';
import { includesOf, type Thing } from './known-things.ts';
import { canRead, countsHidden, discover, findHidden, findTold, type Hidden, tellsAll } from './oracle.ts';
import { plantTwins, type Twins } from './plant-world.ts';

/** The world of the law: everything twice, who asks (their tokens by name), and what the owner is told of. */
export interface Planted {
  readonly bench: PipelineTest;
  readonly twins: Twins;
  readonly callers: ReadonlyMap<string, string>;
  readonly things: readonly Thing[];
}

const requests = slottedRequests.filter(({ service }) => service === 'workspaces');
export const reads = requests.filter(({ row }) => row.startsWith('GET '));
/** What may end the token of a caller comes last: the rest would be refused for a wrong token. */
const endsTokens = ({ row }: SlottedRequest): boolean => /authentication-tokens?$|^DELETE \/(agent-pools|teams)\/\{[a-z_]+\}$/.test(row);
const listWrites = (methods: RegExp): readonly SlottedRequest[] => requests.filter((one) => methods.test(one.row) && !endsTokens(one));
/** What is deleted cannot be told any more: deletions come behind all other writes. */
const writesInOrder: readonly (readonly SlottedRequest[])[] = [
  listWrites(/^(POST|PATCH|PUT|LOCK|UNLOCK) /),
  listWrites(/^DELETE /),
  requests.filter((one) => endsTokens(one) && !one.row.startsWith('GET ')),
];

/** The lines of a route's requests: alone, and with everything included. */
export const listLines = (request: SlottedRequest, values: SlotValues): readonly string[] => {
  const { line } = fillSlots(request, values);
  return [line, ...includesOf(request.row).map((names) => `${line}${line.includes('?') ? '&' : '?'}include=${names}`)];
};

/** `only`: which callers ask; those of the schedule unless it is given. */
export const plantWorld = async (only: readonly string[] = []): Promise<Planted> => {
  const bench = await startPipelineTest({ settings: { tier: 'plus' } });
  const twins = await plantTwins(bench);
  const lines = reads.flatMap((request) => [twins.shown, twins.hidden].flatMap((values) => listLines(request, values)));
  const things = await discover(bench, [...new Set(lines)]);
  return { bench, twins, things, callers: await addCallers(bench, twins.shown, only) };
};

/** The client of the hosted service, which is answered in its dialect. */
export const hostedClient = { 'user-agent': 'go-tfe' };
type Headers = Record<string, string>;

/** What the requests that read tell callers of what is hidden from them, by route. */
export const judgeReads = async ({ bench, twins, callers, things }: Planted, headers: Headers = {}): Promise<readonly string[]> => {
  const told = new Set<string>();
  for (const [caller, token] of callers) {
    const hidden = await findHidden(bench, things, caller, token);
    for (const request of reads)
      for (const line of [twins.shown, twins.hidden].flatMap((values) => listLines(request, values))) {
        if (tellsAll(request.row)) continue;
        const { body } = await bench.request(line, undefined, { token, headers });
        for (const what of findTold(hidden, line, body)) told.add(`${request.row} tells ${caller} ${what}`);
        if (countsHidden(body)) told.add(`${request.row} counts for ${caller} what it does not list`);
      }
  }
  return [...told].sort();
};

/** What bodies name beside what the path does. */
const pickTargets = ({ workspace_id, project_id, team_id, agent_pool_id, user_id }: SlotValues): SlotValues => {
  const targets = { workspace_id, project_id, team_id, agent_pool_id, user_id };
  return targets as SlotValues;
};

/** Of what a response tells, what is hidden still: the write may have given a right. */
const findStillHidden = async (
  bench: Planted['bench'],
  token: string,
  hidden: readonly Hidden[],
  sent: string,
  body: unknown,
): Promise<readonly string[]> => {
  const told: string[] = [];
  for (const one of hidden) {
    const found = findTold([one], sent, body);
    if (found.length > 0 && !(await canRead(bench, one.thing, token))) told.push(...found);
  }
  return told;
};

interface Asker {
  readonly caller: string;
  readonly token: string;
  readonly hidden: readonly Hidden[];
}

/** What the answers to some requests of one caller tell. */
const judgeAnswers = async (
  bench: Planted['bench'],
  { caller, token, hidden }: Asker,
  asked: readonly SlottedRequest[],
  values: SlotValues,
  headers: Headers,
): Promise<readonly string[]> => {
  const told: string[] = [];
  for (const request of asked) {
    const { line, body } = fillSlots(request, values);
    const response = await bench.request(line, body, { token, headers });
    if (response.status === 401 && !endsTokens(request)) told.push(`${caller} cannot ask ${request.row}: the token is gone`);
    for (const what of await findStillHidden(bench, token, hidden, `${line} ${body}`, response.body))
      told.push(`${response.status} ${request.row} tells ${caller} ${what}`);
  }
  return told;
};

/** The same of requests that write: with what is hidden, both, and what is shown, which is changed and gone last. */
export const judgeWrites = async ({ bench, twins, callers, things }: Planted, headers: Headers = {}): Promise<readonly string[]> => {
  const told = new Set<string>();
  const askers: Asker[] = [];
  for (const [caller, token] of callers) askers.push({ caller, token, hidden: await findHidden(bench, things, caller, token) });
  for (const asked of writesInOrder)
    for (const values of [twins.hidden, { ...twins.shown, ...pickTargets(twins.hidden) }, twins.shown])
      for (const asker of askers) for (const what of await judgeAnswers(bench, asker, asked, values, headers)) told.add(what);
  return [...told].sort();
};
