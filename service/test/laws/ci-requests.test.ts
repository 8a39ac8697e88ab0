import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonSchema } from '@slipway/declarations/derive/json-schema';
import { routes } from '../../src/ci/index.ts';
import type { Route } from '../../src/http/route.ts';
import { startCiService, type CiTestService } from '../ci/support.ts';
import { readText, repositoryFiles } from '@slipway/test-support/repository-files';
import { documentsReadBack } from './ci-documents.ts';
import { membersWithoutDocument } from './ci-members-without-document.ts';

/** Nothing of a request is dropped in silence: every operation of the CI service knows its parameters and members. */
const law = suite<{ neutral: CiTestService; hosted: CiTestService }>('requests of the CI service are kept or refused');
law.before(async (context) => {
  context.neutral = await startCiService();
  context.hosted = await startCiService({ profile: 'hosted' });
});
law.after(async ({ neutral, hosted }) => {
  await Promise.all([neutral.close(), hosted.close()]);
});

const unknown = 'nobody_knows';
/** Other APIs over the same documents; their own tests read them back. */
const isTranslation = ({ endpoint }: Route): boolean =>
  /^[A-Z]+ (\/api\/v1\.1\/|\/api\/v3\/(?!runner\b)|\/graphql|\/compile-config)/.test(endpoint);
const isWrite = ({ endpoint }: Route): boolean => !endpoint.startsWith('GET ');
/** The route as a request: its parameters name nothing that exists. */
const requestLine = ({ endpoint, atRoot }: Route, query = ''): string => {
  const [methods, path] = endpoint.split(' ') as [string, string];
  const concrete = path
    .replace('{project-slug}', 'gh/acme/none')
    .replace('{org-slug}', 'gh/acme')
    .replaceAll(/\{[^}]+\}/g, '00000000-0000-4000-8000-000000000000');
  return `${methods.split('|')[0]} ${atRoot ? '/' : ''}${concrete}${query}`;
};
const send = (here: CiTestService, line: string, body?: unknown) =>
  here.ci(line, body, { headers: { 'content-type': 'application/json' } });

/** Each object of a schema that lists its members, as a body with one more member in that object; with the path of that member. */
const bodiesWithUnknownMember = (schema: JsonSchema, path: readonly string[] = []): readonly { body: object; path: string }[] => {
  const properties = schema['properties'] as { readonly [name: string]: JsonSchema } | undefined;
  if (!properties || schema['additionalProperties'] === true) return [];
  const wrap = (value: object): object => [...path].reverse().reduce((inner, name) => ({ [name]: inner }), value);
  return [
    { body: wrap({ [unknown]: 1 }), path: [...path, unknown].join('.') },
    ...Object.entries(properties).flatMap(([name, below]) => bodiesWithUnknownMember(below, [...path, name])),
  ];
};

law('every operation is described, and says which body it reads', () => {
  assert.equal(
    routes.filter(({ description }) => description === undefined).map(({ endpoint }) => endpoint),
    [],
  );
  assert.equal(
    routes
      .filter((route) => isWrite(route) && !route.binaryBody && !route.description?.request?.['properties'])
      .map(({ endpoint }) => endpoint),
    [],
  );
});

law('every query parameter that code reads is described', () => {
  const described = new Set(routes.flatMap(({ description }) => Object.keys(description!.query ?? {})));
  const read = repositoryFiles()
    .filter((file) => file.startsWith('service/src/ci/') && file.endsWith('.ts'))
    .flatMap((file) =>
      [...readText(file).matchAll(/(?:[a-z](?<!Path)Parameter\(ctx, |ctx\.query\.get(?:All)?\()'([^']+)'/g)].map(([, name]) => name!),
    );
  assert.ok(read.length > 30);
  assert.equal(
    [...new Set(read)].filter((name) => !described.has(name) && !described.has(`filter[${name}]`)),
    [],
  );
});

law('an unknown query parameter is refused, in the hosted dialect ignored with a warning', async ({ neutral, hosted }) => {
  for (const route of routes) {
    const line = requestLine(route, `?${unknown}=1`);
    const refusal = await send(neutral, line);
    assert.is(refusal.status, 400, route.endpoint);
    assert.match(JSON.stringify(refusal.body), `${unknown}: \\"${unknown}\\" is not a query parameter of this operation`, route.endpoint);
    const { headers, status } = await send(hosted, line);
    assert.ok(status < 500, route.endpoint);
    assert.match(headers.get('warning') ?? '', `Ignored: \\"${unknown}\\" is not a query parameter`, route.endpoint);
  }
});

law('an unknown member, in every object of every body, is treated in the same way', async ({ neutral, hosted }) => {
  for (const route of routes.filter((one) => isWrite(one) && !one.binaryBody))
    for (const { body, path } of bodiesWithUnknownMember(route.description!.request!)) {
      const line = requestLine(route);
      const refusal = await send(neutral, line, body);
      assert.is(refusal.status, 400, `${route.endpoint} ${path}`);
      assert.match(JSON.stringify(refusal.body), `${path}: is not a known member; expected `, route.endpoint);
      const ignored = await send(hosted, line, body);
      assert.ok(ignored.status < 500, route.endpoint);
      assert.not.match(JSON.stringify(ignored.body ?? ''), 'is not a known member', route.endpoint);
      assert.match(ignored.headers.get('warning') ?? '', `Ignored: /${path.replaceAll('.', '/')}: is not a known member`, route.endpoint);
    }
  const journal = (await hosted.request('GET //_local/requests')).body;
  assert.match(JSON.stringify(journal), `/${unknown}: is not a known member`);
});

law('what is known is written and read back', async ({ hosted }) => {
  const covered = new Map<string, ReadonlySet<string>>();
  for (const { endpoint, members } of await documentsReadBack(hosted))
    covered.set(endpoint, new Set([...(covered.get(endpoint) ?? []), ...members]));
  const missing = routes
    .filter((route) => isWrite(route) && !route.binaryBody && !isTranslation(route))
    .flatMap(({ endpoint, description }) =>
      Object.keys((description!.request!['properties'] ?? {}) as object)
        .filter((name) => !covered.get(endpoint)?.has(name) && !membersWithoutDocument[endpoint]?.members.includes(name))
        .map((name) => `${endpoint}: ${name}`),
    );
  assert.equal(missing, [], 'each member of each request is read back, or stands in the list of those that no document has');
});
law.run();
