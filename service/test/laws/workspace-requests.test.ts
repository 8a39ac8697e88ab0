/**
 * Nothing of a request to the workspace service is dropped in silence: every route says what it knows; what it does not know is refused, in
 * the hosted dialect ignored and said; what it knows has an effect or is told again.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Route } from '../../src/http/route.ts';
import { routes } from '../../src/workspaces/index.ts';
import { createTestService, type TestService } from '../support.ts';
import { plantWorkspaces } from './foreign-ids/plant-workspaces.ts';
import { fillSlots, slottedRequests, type SlotValues } from './foreign-ids/request-slots.ts';
import { exceptions } from './workspace-requests/exceptions.ts';
import {
  changeValue,
  documentSchemaOf,
  isList,
  isRead,
  listMemberProbes,
  listUnderscored,
  methodOf,
  namelessLine,
  unknownName,
} from './workspace-requests/probes.ts';

const law = suite<{ neutral: TestService; hosted: TestService; planted: SlotValues }>(
  'requests of the workspace service are kept or refused',
);
law.before(async (context) => {
  context.neutral = await createTestService({ profile: 'neutral', settings: { tier: 'plus' } });
  context.hosted = await createTestService({ profile: 'hosted' });
  context.planted = await plantWorkspaces(context.neutral, 'acme', 'owner-token');
});
law.after(async ({ neutral, hosted }) => {
  await Promise.all([neutral.close(), hosted.close()]);
});

const pathOf = ({ endpoint }: Route): string => endpoint.split(' ')[1]!;
/** The route asked for something that is there; undefined: nothing of its kind is planted. */
const plantedLine = (route: Route, planted: SlotValues): string | undefined => {
  const found = slottedRequests.find(({ service, row }) => service === 'workspaces' && row === `${methodOf(route)} ${pathOf(route)}`);
  return found?.slots.every((slot) => planted[slot] !== undefined) ? fillSlots(found, planted).line : undefined;
};
const withQuery = (line: string, name: string, value: string): string =>
  `${line}${line.includes('?') ? '&' : '?'}${new URLSearchParams({ [name]: value })}`;
const firstError = ({ body }: { body: any }) => body?.errors?.[0] ?? {};

law('a parameter that nobody knows is refused; in the hosted dialect ignored, and said in a header and in the journal', async (context) => {
  const { neutral, hosted } = context;
  for (const route of routes) {
    const line = namelessLine(route, `?${unknownName}=1`);
    const refusal = await neutral.request(line);
    assert.is(refusal.status, 400, route.endpoint);
    assert.equal(
      firstError(refusal).source ?? { parameter: refusal.body?.parameter ?? unknownName },
      { parameter: unknownName },
      route.endpoint,
    );
    const { headers, status } = await hosted.request(line);
    assert.ok(status < 500, route.endpoint);
    assert.match(headers.get('warning') ?? '', `Ignored: \\"${unknownName}\\" is not a query parameter`, route.endpoint);
  }
  const journal = (await hosted.request('GET //_local/requests')).body;
  assert.match(JSON.stringify(journal), 'is not a query parameter of this operation');
});

law('so is a member, in every object of every body, and any member where no body is read', async ({ neutral, hosted }) => {
  for (const route of routes.filter((one) => !isRead(one) && !one.binaryBody))
    for (const { body, pointer } of listMemberProbes(route.description!.request ?? { properties: {} })) {
      const line = namelessLine(route);
      const refusal = await neutral.request(line, body);
      assert.equal([refusal.status, firstError(refusal).source], [422, { pointer }], `${route.endpoint} ${pointer}`);
      const ignored = await hosted.request(line, body);
      assert.ok(ignored.status < 500, route.endpoint);
      assert.match(
        ignored.headers.get('warning') ?? '',
        `\\"${unknownName}\\" is not a member that this operation knows`,
        `${route.endpoint} ${pointer}`,
      );
    }
});

law('in the hosted dialect, a name with underscores is that of the declared member', async ({ hosted }) => {
  let asked = 0;
  for (const route of routes.filter((one) => listUnderscored(one).length > 0)) {
    const attributes = Object.fromEntries(listUnderscored(route).map((name) => [name, null]));
    const { headers } = await hosted.request(namelessLine(route), { data: { attributes } });
    for (const name of Object.keys(attributes)) assert.not.match(headers.get('warning') ?? '', `\\"${name}\\"`, route.endpoint);
    asked++;
  }
  assert.ok(asked >= 60, String(asked));
});

law('every read of documents with relationships includes them, and refuses what is no relationship', async ({ neutral, planted }) => {
  const wrong: string[] = [];
  for (const route of routes.filter(isRead)) {
    const documents = documentSchemaOf(route);
    const described = documents?.relationships?.properties ?? {};
    if (Object.keys(described).length === 0) continue;
    if (!route.description!.query?.['include']) wrong.push(`${route.endpoint}: include is not described`);
    const line = plantedLine(route, planted);
    if (line === undefined) continue;
    const plain = await neutral.request(line);
    const first = [plain.body?.data].flat()[0];
    if (plain.status !== 200 || !first) continue;
    const names = Object.keys(first.relationships ?? {});
    const undescribed = names.filter((name) => !Object.hasOwn(described, name));
    if (undescribed.length > 0) wrong.push(`${route.endpoint}: ${undescribed.join(', ')} are told and not described`);
    const unknown = await neutral.request(withQuery(line, 'include', unknownName));
    if (unknown.status !== 400 || firstError(unknown).source?.parameter !== 'include')
      wrong.push(`${route.endpoint}: include=${unknownName} is ${unknown.status}`);
    if (names.length === 0) continue;
    const all = await neutral.request(withQuery(line, 'include', names.join(',')));
    if (all.status !== 200 || !Array.isArray(all.body.included))
      wrong.push(`${route.endpoint}: include=${names.join(',')} is ${all.status}`);
  }
  assert.equal(wrong, []);
});

law('an empty list refuses to include what is no relationship, in both dialects', async ({ neutral, hosted, planted }) => {
  const wrong: string[] = [];
  let asked = 0;
  for (const route of routes.filter((one) => isRead(one) && isList(one) && one.description!.query?.['include'])) {
    const line = plantedLine(route, planted);
    if (line === undefined) continue;
    const behind = withQuery(line, 'page[number]', '99');
    const plain = await neutral.request(behind);
    if (plain.status !== 200 || plain.body.data.length > 0) continue;
    asked++;
    const unknown = await neutral.request(withQuery(behind, 'include', unknownName));
    if (unknown.status !== 400 || firstError(unknown).source?.parameter !== 'include') wrong.push(`${route.endpoint}: ${unknown.status}`);
    const described = Object.keys(documentSchemaOf(route)?.relationships?.properties ?? {});
    if (described.length === 0) continue;
    const known = await neutral.request(withQuery(behind, 'include', described.join(',')));
    if (known.status !== 200 || known.body.included.length > 0)
      wrong.push(`${route.endpoint}: include=${described.join(',')} is ${known.status}`);
  }
  assert.equal(wrong, []);
  assert.ok(asked >= 60, String(asked));
  const refusal = await hosted.request('GET /organizations/acme/policy-sets?include=colour');
  assert.is(refusal.status, 400);
  assert.match(firstError(refusal).detail, /^the include parameter names "colour"; expected organization, policies, /);
});

law('a filter or search for what is not there finds nothing, and a word that a parameter does not have is refused', async (context) => {
  const { neutral, planted } = context;
  const wrong: string[] = [];
  for (const route of routes.filter((one) => isRead(one) && isList(one))) {
    const line = plantedLine(route, planted);
    if (line === undefined) continue;
    for (const [name, { schema }] of Object.entries(route.description!.query ?? {})) {
      if (name === 'include' || name.startsWith('page[') || name.endsWith('[value]')) continue;
      const parameter = name.replace('{index}', '0');
      if (new URLSearchParams(line.split('?')[1]).has(parameter)) continue;
      const { status, body } = await neutral.request(withQuery(line, parameter, unknownName));
      const told = `${route.endpoint} ${name}`;
      if (name === 'sort' || schema['enum'] ? status !== 400 : status === 200 && body.data.length > 0)
        if (!exceptions.parameters.has(told)) wrong.push(`${told}: ${status}, ${body?.data?.length ?? 0} found`);
    }
  }
  assert.equal(wrong, []);
});

/** Whether a document has what was sent; of an object, each member that was. */
const hasValue = (told: any, sent: any): boolean =>
  typeof sent === 'object' && sent !== null && !Array.isArray(sent)
    ? Object.entries(sent).every(([name, value]) => hasValue(told?.[name], value))
    : JSON.stringify(told) === JSON.stringify(sent);

/** Sent attributes and relationships that the document has otherwise. */
const listDifferences = (sent: any, told: any): readonly string[] => [
  ...Object.entries(sent.attributes ?? {}).flatMap(([name, value]) => (hasValue(told.attributes?.[name], value) ? [] : [name])),
  ...Object.entries<any>(sent.relationships ?? {}).flatMap(([name, { data }]) => {
    const found = JSON.stringify(told.relationships?.[name]?.data ?? null);
    return [data].flat().every((one: any) => one?.id === undefined || found.includes(`"${one.id}"`)) ? [] : [name];
  }),
];

law('what a create writes is read back: attributes, and relationships', async ({ neutral, planted }) => {
  const wrong: string[] = [];
  let created = 0;
  for (const request of slottedRequests.filter(({ service, row }) => service === 'workspaces' && row.startsWith('POST '))) {
    if (!request.slots.every((slot) => planted[slot] !== undefined)) continue;
    const { line, body: text } = fillSlots(request, planted);
    const body = text === undefined ? undefined : JSON.parse(text);
    if (Array.isArray(body?.data) || !body?.data?.attributes) continue;
    const { attributes } = body.data;
    const named = ['name', 'key'].filter((name) => typeof attributes[name] === 'string');
    const sent = {
      ...body.data,
      attributes: { ...attributes, ...Object.fromEntries(named.map((name) => [name, `${attributes[name]}-again`])) },
    };
    const answer = await neutral.request(line, { data: sent });
    if (answer.status !== 201 || !answer.body?.data?.id) continue;
    created++;
    const { type, id } = answer.body.data;
    const again = await neutral.request(`GET /${type}/${id}`);
    for (const told of again.status === 200 ? [answer.body.data, again.body.data] : [answer.body.data])
      for (const name of listDifferences(sent, told))
        if (!exceptions.members.has(`${request.row} ${name}`)) wrong.push(`${request.row} ${name}`);
  }
  assert.equal([...new Set(wrong)], []);
  assert.ok(created >= 20, String(created));
});

law('what an update knows is written and read back, or refused', async ({ neutral, planted }) => {
  const wrong: string[] = [];
  for (const route of routes.filter((one) => methodOf(one) === 'PATCH')) {
    const line = plantedLine(route, planted);
    const show = routes.find((one) => one.endpoint === `GET ${pathOf(route)}`);
    const data = (route.description!.request?.['properties'] as any)?.data?.properties;
    if (line === undefined || !show || !data?.attributes?.properties || isList(show)) continue;
    const type = data.type.const ?? data.type.enum[0];
    for (const [name, schema] of Object.entries<any>(data.attributes.properties)) {
      const path = line.split(' ')[1]!;
      const before = await neutral.request(`GET ${path}`);
      const value = changeValue(schema, before.body?.data?.attributes?.[name]);
      if (before.status !== 200 || value === undefined) continue;
      const told = `${route.endpoint} ${name}`;
      const changed = await neutral.request(line, { data: { type, id: before.body.data.id, attributes: { [name]: value } } });
      if (changed.status >= 400) {
        if (changed.status >= 500 || !changed.body?.errors) wrong.push(`${told}: ${changed.status}`);
        continue;
      }
      // A record that its path names has another path after it is renamed.
      const after = (await neutral.request(`GET ${path}`)).body?.data?.attributes ?? changed.body?.data?.attributes;
      if (JSON.stringify(after?.[name]) !== JSON.stringify(value) && !exceptions.members.has(told))
        wrong.push(`${told}: wrote ${JSON.stringify(value)}, read ${JSON.stringify(after?.[name])}`);
    }
  }
  assert.equal(wrong, []);
});

law('what a create knows is reported by the document, or stands in the list of what no document has', () => {
  const wrong = routes.flatMap((route) => {
    const { request, responses } = route.description!;
    const data = (request?.['properties'] as any)?.data;
    const sent = data?.properties?.attributes?.properties ?? {};
    const told = new Set(
      Object.values(responses).flatMap((schema: any) =>
        Object.keys((schema?.properties?.data?.items ?? schema?.properties?.data)?.properties?.attributes?.properties ?? {}),
      ),
    );
    return Object.keys(sent)
      .filter((name) => !told.has(name) && !exceptions.members.has(`${route.endpoint} ${name}`))
      .map((name) => `${route.endpoint} ${name}`);
  });
  assert.equal(wrong, []);
});

law.run();
