import { fc } from '../../support/seed.ts';
import { anything, type Change, change, oddText, raw } from './mutate.ts';
import type { ValuePool } from './value-pool.ts';
import { type SendManner, manners, type RawRequest } from './socket.ts';

/** A row, the path it is below, and a body that it could take. */
export interface FuzzEndpoint {
  readonly row: string;
  readonly base: string;
  readonly service: 'workspaces' | 'ci' | 'local';
  readonly body?: unknown;
  readonly bytes?: true;
}

/** One request before ids are put in: places in the pool instead of them, so that it can be drawn before the service runs. */
export interface FuzzRequest {
  readonly row: FuzzEndpoint;
  readonly method: string | undefined;
  readonly places: readonly number[];
  readonly odd: readonly (string | undefined)[];
  readonly query: { readonly [name: string]: string };
  readonly rawQuery: string | undefined;
  readonly body: Buffer | undefined;
  readonly changes: readonly Change[];
  readonly keep: boolean;
  readonly token: string | null;
  readonly carried: number;
  readonly type: string | undefined;
  readonly extra: readonly (readonly [string, string])[];
  readonly manner: SendManner;
}

const names = [
  'page[number]',
  'page[size]',
  'page-token',
  'page-size',
  'search[name]',
  'search[tags]',
  'search[exclude-tags]',
  'search[wildcard-name]',
  'filter[project][id]',
  'filter[workspace][name]',
  'filter[organization][name]',
  'filter[tagged][0][key]',
  'filter[tagged][0][value]',
  'filter[current-run][status]',
  'filter[status]',
  'tags-regex',
  'include',
  'sort',
  'q',
  'owner-id',
  'owner-slug',
  'owner-type',
  'org-id',
  'org-slug',
  'project-id',
  'project_id',
  'environment-id',
  'component-name',
  'digest',
  'circle-token',
  'scope-id',
  'scope-type',
  'mine',
  'branch',
  'status',
  'after',
  'before',
  'build_number',
  'offset',
  'dry',
  'reporting-window',
  'branches',
  'workflow-names',
  'project-names',
  'workflow-name',
  'job-name',
  'all-branches',
  'granularity',
  'start-date',
  'end-date',
  'secret',
  'path',
  'name',
  'since',
  'limit',
  'format',
];
const values = fc.oneof(
  oddText.filter((text) => text.length < 5000),
  fc.string(),
  fc.constantFrom(
    '1',
    '20',
    '100',
    '101',
    'md5',
    'gh/acme',
    'native/x',
    'account',
    'true',
    'last-7-days',
    'hourly',
    'daily',
    '2026-11-01T00:00:00Z',
    '2026-11-20',
    'main',
    'workspaces,vars',
    'outputs',
    '-name',
    'name',
    'project',
    '%zz',
  ),
);
const types = fc.constantFrom(
  'application/json; charset=utf-8',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  '',
  'application/vnd.api+json;',
  'a'.repeat(2000),
  '\u00e9',
);
const extras: fc.Arbitrary<readonly [string, string]> = fc.constantFrom<readonly [string, string]>(
  ['user-agent', 'circleci-cli'],
  ['user-agent', 'go-tfe'],
  ['accept', 'text/html'],
  ['accept', 'application/xml'],
  ['content-encoding', 'gzip'],
  ['accept-encoding', 'gzip, br'],
  ['range', 'bytes=0-10'],
  ['if-none-match', '*'],
  ['expect', '100-continue'],
  ['expect', 'something'],
  ['x-http-method-override', 'DELETE'],
  ['x-forwarded-for', '127.0.0.1'],
  ['origin', 'https://evil.example'],
  ['cookie', 'a=b'],
  ['x-odd', '\u00ff\u00fe'],
  ['x-long', 'x'.repeat(10_000)],
  ['upgrade', 'websocket'],
  ['x-github-event', 'push'],
  ['x-github-event', 'pull_request'],
  ['x-hub-signature-256', 'sha256=00'],
  ['host', ''],
  ['host', 'a b'],
  ['authorization', 'Bearer'],
  ['authorization', 'Basic !!!'],
  ['authorization', 'Basic OnB3'],
  ['ci-token', ' '],
  ['ci-token', '\u00e9'],
);

/** Undefined but once in so many. */
const isRare = <T>(arbitrary: fc.Arbitrary<T>, once: number): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: once - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const segment = /\{([^}]+)\}/g;
export const renderRequest = (rows: readonly FuzzEndpoint[], tokens: readonly string[]): fc.Arbitrary<FuzzRequest> =>
  fc.record({
    // What writes more often, and what takes away less: else there is little left to ask for.
    row: fc.constantFrom(
      ...rows.flatMap((one) => (one.row.startsWith('DELETE') ? [one] : one.body === undefined ? [one, one] : [one, one, one, one])),
    ),
    method: isRare(fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'get'), 15),
    places: fc.array(fc.nat({ max: 1000 }), { minLength: 6, maxLength: 6 }),
    odd: fc.array(
      isRare(
        fc.oneof(oddText, fc.string(), fc.constant('*any*'), fc.constantFrom('%00', '%2F', '%ZZ', '%ed%a0%80', '%', 'gh%2Facme%2Fweb')),
        10,
      ),
      { minLength: 6, maxLength: 6 },
    ),
    query: fc.oneof(
      { weight: 4, arbitrary: fc.constant({}) },
      { weight: 2, arbitrary: fc.dictionary(fc.constantFrom(...names), values, { maxKeys: 4 }) },
    ),
    rawQuery: isRare(
      fc.constantFrom(
        '?',
        '&&&',
        'a',
        '%',
        'page[number]=1&page[number]=2',
        'a=%ff%fe',
        'x='.repeat(3000),
        '?a=b?c',
        'filter[tagged][99999999][key]=a',
        'filter[tagged][-1][key]=a',
        'filter%5Btagged%5D=1',
      ),
      20,
    ),
    body: isRare(
      fc.oneof(
        raw,
        anything.map((value) => Buffer.from(JSON.stringify(value) ?? '')),
      ),
      8,
    ),
    changes: fc.array(change, { maxLength: 2 }),
    keep: fc.boolean(),
    token: fc.constantFrom(...Array.from({ length: 20 }, () => tokens[0]!), ...tokens, 'nobody', null),
    carried: fc.nat({ max: 12 }),
    type: isRare(types, 20),
    extra: fc.oneof({ weight: 8, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(extras, { minLength: 1, maxLength: 2 }) }),
    manner: fc.oneof({ weight: 9, arbitrary: fc.constant<SendManner>('whole') }, { weight: 1, arbitrary: fc.constantFrom(...manners) }),
  });

const encoded = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '?'));
const filled = (value: unknown, known: ValuePool, place: number): unknown => {
  if (typeof value === 'string')
    return value.replaceAll(/<([a-z-]+)>/g, (_, behind: string) => known.pick(behind, place) ?? known.any(place) ?? 'none');
  if (Array.isArray(value)) return value.map((one) => filled(one, known, place));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, known, place)]));
  return value;
};
/** Parts of paths that are the same wherever they stand. */
const usual: { readonly [param: string]: readonly string[] } = {
  organization_name: ['acme'],
  'org-slug-or-id': ['gh/acme'],
  'org-slug': ['gh/acme'],
  context: ['config'],
  registry_name: ['private'],
  namespace: ['acme'],
  provider: ['storage'],
  name: ['one', 'two', 'bucket', 'KEY'],
  version: ['1.0.0', '1.1.0'],
  'job-number': ['1', '2', '3'],
  'pipeline-number': ['1', '2'],
  policyName: ['a'],
  'env-var-name': ['A'],
  'workflow-name': ['all'],
  'node-index': ['0'],
};
/** What a list cannot be asked without. */
const needed: { readonly [path: string]: string } = {
  '/context': 'owner-slug=gh/acme',
  '/webhook': 'scope-id=<projects>&scope-type=project',
  '/deploy/environments': 'org-id=<owner>&page-size=20',
  '/deploy/components': 'org-id=<owner>&page-size=20',
  '/team-workspaces': 'filter[workspace][id]=<workspaces>',
  '/team-projects': 'filter[project][id]=<projects>',
  '/state-versions': 'filter[workspace][name]=one&filter[organization][name]=acme',
  '/pipeline': 'org-slug=gh/acme',
};
const slugs = ['gh/acme/web', 'gh/acme/setup', 'gh/acme/none', 'native/x/y', 'gh/globex/web'];

/** The request as it goes over the wire, with ids that the service told. */
export const fillPath = (asked: FuzzRequest, told: ValuePool): RawRequest => {
  const { row, places, odd } = asked;
  const [own, path] = row.row
    .replace(/\{project-slug\}|\{provider\}\/\{organization\}\/\{project\}/, () => slugs[places[0]! % 40] ?? slugs[0]!)
    .split(' ') as [string, string];
  let index = 0;
  const target =
    row.base +
    path
      .split('/')
      .map((part, at, parts) =>
        part.replaceAll(segment, (_, param: string) => {
          const place = index++;
          const known = usual[param];
          const strange = odd[place];
          if (strange !== undefined && strange !== '*any*') return strange.startsWith('%') ? strange : encoded(strange);
          const behind =
            parts
              .slice(0, at)
              .reverse()
              .find((one) => /^[a-z]/.test(one)) ?? '';
          return encoded(
            (strange === undefined ? (known?.[places[place]! % known.length] ?? told.pick(behind, places[place]!)) : undefined) ??
              told.any(places[place]!) ??
              'none',
          );
        }),
      )
      .join('/');
  const query = [
    ...(needed[path] !== undefined && places[4]! % 8 > 0 ? [String(filled(needed[path], told, places[4]!))] : []),
    ...(Object.keys(asked.query).length > 0
      ? [
          String(
            new URLSearchParams(
              Object.entries(asked.query).map(([name, text]): [string, string] => [name, text.replaceAll(/\p{Surrogate}/gu, '?')]),
            ),
          ),
        ]
      : []),
    ...(asked.rawQuery === undefined ? [] : [asked.rawQuery]),
  ].join('&');
  const written = row.body !== undefined || !/^(GET|DELETE|HEAD)$/.test(own);
  const structured = (): Buffer =>
    Buffer.from(
      JSON.stringify((asked.keep ? [] : asked.changes).reduce((value, one) => one(value), filled(row.body ?? {}, told, places[5]!))) ?? '',
    );
  const body = asked.body ?? (written && row.body !== undefined ? structured() : undefined);
  const [name, value] =
    carriers[asked.carried]?.(asked.token ?? '') ??
    (row.service === 'ci' ? ['ci-token', asked.token ?? ''] : ['authorization', `Bearer ${asked.token}`]);
  return {
    method: asked.method ?? own,
    target: `${target}${query === '' ? '' : `?${query}`}`,
    body,
    manner: asked.manner,
    headers: [
      ...(asked.token === null ? [] : [[name, value] as const]),
      ...(body === undefined
        ? []
        : [['content-type', asked.type ?? (row.service === 'workspaces' ? 'application/vnd.api+json' : 'application/json')] as const]),
      ...asked.extra,
    ],
  };
};
const carriers: readonly ((token: string) => readonly [string, string])[] = [
  (token) => ['authorization', `Bearer ${token}`],
  (token) => ['authorization', `Basic ${Buffer.from(`${token}:`).toString('base64')}`],
  (token) => ['circle-token', token],
];
