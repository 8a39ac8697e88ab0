import { routes as ciRoutes } from '../../../src/ci/index.ts';
import type { Route } from '../../../src/http/route.ts';
import { openMemory } from '../../../src/store/sqlite/open-directory.ts';
import { openSqlite } from '../../../src/store/sqlite/open-sqlite.ts';
import { routes as workspaceRoutes } from '../../../src/workspaces/index.ts';
import { startPipelineTest, type PipelineTest } from '../../ci/pipelines/support.ts';
import { setStoreOpener } from '../../stores.ts';
import { plantCi } from '../foreign-ids/plant-ci.ts';
import { plantWorkspaces } from '../foreign-ids/plant-workspaces.ts';
import { fillSlots, slottedRequests, type SlottedRequest } from '../foreign-ids/request-slots.ts';

/** A request without parameters, or a list with one, and in which way it reads more records than a page has. */
export interface ListRead {
  /** `workspaces GET /organizations/{organization_name}/workspaces sort` */
  readonly list: string;
  readonly hasParameter: boolean;
  readonly status: number;
  readonly faults: readonly string[];
}

/** What a parameter takes that is neither listed in its schema nor any text. */
const values: { readonly [parameter: string]: string } = {
  'filter[last-ping-since]': '2026-01-01T00:00:00Z',
  'filter[operation]': 'plan_only',
  'filter[status]': 'pending',
  'filter[status_group]': 'final',
  'filter[timeframe]': 'year',
  'filter[from]': '2026-01-01T00:00:00Z',
  'filter[to]': '2026-02-01T00:00:00Z',
  'filter[user_id]': 'me',
};
const isAsked = (name: string): boolean => /^(?:sort|q|(?:q|filter|search)\[.*)$/.test(name);

const allRoutes: readonly (readonly [SlottedRequest['service'], readonly Route[]])[] = [
  ['workspaces', workspaceRoutes],
  ['ci', ciRoutes],
];

const wholeScope = ' where "r"."kind" = ? and "r"."scope" = ? order by "r"."seq" asc';
const longest = 'GET /organizations/{organization_name}/workspaces';

/** Each parameter that sorts, filters or searches, with the values that are tried of it. */
const listParameters = ({ description }: Route): readonly (readonly [name: string, values: readonly string[]])[] =>
  Object.entries(description?.query ?? {})
    .filter(([name]) => isAsked(name))
    .map(([name, { schema }]) => [
      name.replace('{index}', '0'),
      (schema['enum'] as readonly string[] | undefined) ?? [values[name] ?? 'zz'],
    ]);

/** The plan of a statement that passes over all records of a kind, of all organizations. */
const wholeKind = /^SEARCH \w+ USING (?:COVERING )?INDEX \w+ \(kind=\?\)$/;

/** What is found within what another record names: one look-up by key. */
const namedScope = /"scope" = \(select \("r"\."body" ->> '[^']*'\) as "scope" from "records" as "r" where [^)]*\)/;
/** Records are found by numbers that an index has, and only those are compared. */
const isFoundByNumber = (sql: string): boolean => sql.includes('"r"."seq" in (select');

/** Statements that read records by a member of their bodies, all records of a scope or of a kind, or a whole table. */
const findFaults = (sent: readonly string[], explain: (sql: string) => readonly string[]): readonly string[] => {
  const lists = sent
    .filter((sql) => /^select .*from .*\b(?:records|links)\b/s.test(sql))
    .map((sql) => sql.replace(namedScope, '"scope" = ?'));
  return [
    ...(lists.some((sql) => /"body" ->|json_type\("r"\."body"/.test(sql) && !isFoundByNumber(sql)) ? ['by a member of the bodies'] : []),
    ...(lists.some((sql) => sql.endsWith(wholeScope)) ? ['all of a scope'] : []),
    ...(lists.some((sql) => explain(sql).some((step) => /^SCAN (?:r|l|records|links)(?! USING)/.test(step))) ? ['all of a table'] : []),
    ...(lists.some((sql) => !sql.includes('1 = 0') && explain(sql).some((step) => wholeKind.test(step))) ? ['all of a kind'] : []),
  ];
};

/** Without a parameter it is all that is there: of its own scope. */
const isOfOthers = (fault: string): boolean => fault === 'all of a table' || fault === 'all of a kind';

const withQuery = (line: string, [name, value]: readonly [string, string]): string =>
  `${line}${line.includes('?') ? '&' : '?'}${new URLSearchParams([[name, value]])}`;

const readEach = async (bench: PipelineTest, sent: string[], request: SlottedRequest, route: Route, slots: Record<string, string>) => {
  const { connection } = openMemory();
  const explain = (sql: string): readonly string[] =>
    connection
      .query(
        `explain query plan ${sql}`,
        Array.from(sql.matchAll(/\?/g), () => null),
      )
      .map(({ detail }) => detail as string);
  const reads: ListRead[] = [];
  const { line: whole } = fillSlots(request, slots);
  // Filters that the request has already would make the list short.
  const line = request.row === longest ? whole.split('?')[0]! : whole;
  for (const [name, tried] of [['', ['']] as const, ...listParameters(route)]) {
    const [statuses, faults] = [new Set<number>(), new Set<string>()];
    for (const value of tried) {
      sent.length = 0;
      const ask = request.service === 'ci' ? bench.ci : bench.request;
      statuses.add((await ask(name === '' ? line : withQuery(line, [name, value]), undefined, { token: 'owner-token' })).status);
      for (const fault of findFaults(sent, explain)) faults.add(fault);
    }
    const told = name === '' ? [...faults].filter(isOfOthers) : [...faults];
    reads.push({
      list: `${request.service} ${request.row} ${name}`.trimEnd(),
      hasParameter: name !== '',
      status: Math.max(...statuses),
      faults: told,
    });
  }
  connection.close();
  return reads;
};

/** Every request that reads, and every list with each of its parameters, of both services in a world with one of everything. */
export const readLists = async (): Promise<readonly ListRead[]> => {
  const sent: string[] = [];
  const former = setStoreOpener(async () => openSqlite({ memory: true, observeStatement: (sql) => sent.push(sql) }));
  const bench = await startPipelineTest({ settings: { tier: 'plus', privateDestinations: true } });
  setStoreOpener(former);
  const slots = { ...(await plantWorkspaces(bench, 'acme', 'owner-token')), ...(await plantCi(bench, 'acme', 'owner-token')) };
  const reads: ListRead[] = [];
  for (const [service, routes] of allRoutes)
    for (const route of routes) {
      const row = route.endpoint.replace(/^GET\|\w+/, 'GET');
      const request = slottedRequests.find((one) => one.service === service && one.row === row);
      if (row.startsWith('GET ') && request) reads.push(...(await readEach(bench, sent, request, route, slots)));
    }
  await bench.close();
  return reads;
};
