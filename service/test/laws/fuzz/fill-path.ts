import type { FuzzRequest } from './fuzz-request.ts';
import type { RawRequest } from './socket.ts';
import type { ValuePool } from './value-pool.ts';

const segment = /\{([^}]+)\}/g;
const encoded = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '?'));
/** A body with ids that the service told. */
export const fillBody = (value: unknown, known: ValuePool, place: number): unknown => {
  if (typeof value === 'string')
    return value.replaceAll(/<([a-z-]+)>/g, (_, behind: string) => known.pick(behind, place) ?? known.any(place) ?? 'none');
  if (Array.isArray(value)) return value.map((one) => fillBody(one, known, place));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fillBody(one, known, place)]));
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
  '/vars': 'filter[workspace][name]=one&filter[organization][name]=acme',
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
    ...(needed[path] !== undefined && places[4]! % 8 > 0 ? [String(fillBody(needed[path], told, places[4]!))] : []),
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
      JSON.stringify((asked.keep ? [] : asked.changes).reduce((value, one) => one(value), fillBody(row.body ?? {}, told, places[5]!))) ??
        '',
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
