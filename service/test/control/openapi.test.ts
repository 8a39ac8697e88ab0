import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { apiDefinitions } from '../../src/service.ts';
import { listOperations, withoutParameterNames } from '../../src/http/operation.ts';
import { ciHeaders, ownerHeaders, type ServedService, serveService, listErrorDetails } from './served.ts';

// One after the other: the bundle of the tests does not keep the order of static imports, and the second needs the first.
const { registerSchema, validate: validateJson } = await import('@hyperjump/json-schema/draft-2020-12');
const { validate } = await import('@hyperjump/json-schema/openapi-3-1');

const test = suite<{ service: ServedService }>('control OpenAPI');
test.before(async (context) => {
  context.service = await serveService();
});
test.after(async ({ service }) => {
  await service.close();
});

const documentOf = async ({ request: ask }: ServedService, name: string): Promise<any> => (await ask(`GET /_local/openapi/${name}`)).body;
const methods = ['get', 'post', 'put', 'patch', 'delete'];
/** Method and operation of each operation of a path; OpenAPI 3.1 knows other methods by an extension alone. */
const operationsOf = (item: any): readonly (readonly [string, any])[] => [
  ...methods.flatMap((method) => (item[method] ? [[method.toUpperCase(), item[method]] as const] : [])),
  ...Object.entries<any>(item['x-additionalOperations'] ?? {}),
];

for (const surface of apiDefinitions) {
  test(`that of ${surface.name} is valid OpenAPI 3.1`, async ({ service }) => {
    const document = await documentOf(service, surface.name);
    const found = (await validate('https://spec.openapis.org/oas/3.1/schema-base', document, 'DETAILED')) as {
      valid: boolean;
      errors?: readonly unknown[];
    };
    assert.ok(found.valid, JSON.stringify(found.errors?.slice(0, 5)));
    delete document.info.title;
    assert.not.ok((await validate('https://spec.openapis.org/oas/3.1/schema-base', document)).valid);
  });

  test(`that of ${surface.name} has every operation once, each by a name of its own`, async ({ service }) => {
    const { paths } = await documentOf(service, surface.name);
    const all = Object.values<any>(paths).flatMap((item) => operationsOf(item).map(([, operation]) => operation));
    assert.equal(new Set(all.map(({ operationId }) => operationId)).size, all.length);
    const listed = Object.entries<any>(paths).flatMap(([path, item]) =>
      operationsOf(item).map(([method]) => withoutParameterNames(`${method} ${path}`)),
    );
    assert.equal([...listed].sort(), [...new Set(listOperations(surface.routes).map(withoutParameterNames))].sort());
  });

  test(`in that of ${surface.name} every parameter of a path is declared, and every reference leads somewhere`, async ({ service }) => {
    const document = await documentOf(service, surface.name);
    for (const [path, item] of Object.entries<any>(document.paths))
      assert.equal(
        (item.parameters ?? []).map(({ name }: any) => name),
        [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name),
        path,
      );
    for (const [, pointer] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g))
      assert.ok(
        pointer!.split('/').reduce((at, step) => at?.[step], document),
        pointer,
      );
  });
}

test('a workspace is described as it is sent and shown', async ({ service }) => {
  const { paths, components, security, servers } = await documentOf(service, 'workspaces');
  assert.equal(
    [security, components.securitySchemes, servers],
    [[{ token: [] }], { token: { type: 'http', scheme: 'bearer' } }, [{ url: `${service.address}/api/v2` }]],
  );
  const create = paths['/organizations/{organization_name}/workspaces'].post;
  assert.is(create.operationId, 'postOrganizationsByOrganizationNameWorkspaces');
  assert.is(create.requestBody.required, true);
  const { data } = create.requestBody.content['application/vnd.api+json'].schema.properties;
  assert.equal(
    [data.properties.type, data.required.includes('attributes'), data.properties.attributes.required],
    [{ type: 'string', const: 'workspaces' }, true, ['name']],
  );
  assert.equal(data.properties.attributes.properties['auto-apply'].type, ['boolean', 'null']);
  assert.not.ok('id' in data.properties.attributes.properties || 'locked' in data.properties.attributes.properties);
  const change = paths['/workspaces/{workspace_id}'].patch;
  const changed = change.requestBody.content['application/vnd.api+json'].schema.properties.data;
  assert.equal(
    [changed.properties.attributes.required, Object.keys(changed.properties.relationships.properties)],
    [undefined, ['agent-pool', 'project', 'tag-bindings', 'tags']],
  );
  const list = paths['/organizations/{organization_name}/workspaces'].get;
  assert.equal(list.parameters.map(({ name }: any) => name).slice(0, 4), ['page[number]', 'page[size]', 'include', 'sort']);
  assert.equal(create.responses['401'], { $ref: '#/components/responses/Refused401' });
  assert.equal(paths['/ping'].get.security, []);
});

test('a context of the CI service is, too, with each way to carry a token', async ({ service }) => {
  const { paths, components } = await documentOf(service, 'ci');
  assert.equal(components.securitySchemes.header, { type: 'apiKey', in: 'header', name: 'Ci-Token' });
  const { schema } = paths['/context'].post.requestBody.content['application/json'];
  assert.equal(
    [Object.keys(schema.properties), schema.required],
    [
      ['name', 'owner'],
      ['name', 'owner'],
    ],
  );
  const envvar = components.schemas.ci_context_variable_create.properties.value;
  assert.is(envvar.writeOnly, true);
});

test('what a service answers fits its own description', async ({ service }) => {
  const { request: ask } = service;
  const workspace = (
    await ask('POST /api/v2/organizations/acme/workspaces', {
      headers: ownerHeaders,
      body: { data: { type: 'workspaces', attributes: { name: 'web' } } },
    })
  ).body;
  const context = (await ask('POST /api/v2/context', { headers: ciHeaders, body: { name: 'deploy', owner: { slug: 'gh/acme' } } })).body;
  let asked = 0;
  const fits = async (name: string, schema: string, document: unknown): Promise<boolean> => {
    const { components } = await documentOf(service, name);
    const uri = `https://slipway.example/${name}/${schema}/${asked++}`;
    registerSchema(components.schemas[schema], uri, 'https://json-schema.org/draft/2020-12/schema');
    return (await validateJson(uri, document as never)).valid;
  };
  assert.equal(
    [await fits('workspaces', 'workspace', workspace.data), await fits('workspaces', 'workspace', { ...workspace.data, type: 'vars' })],
    [true, false],
  );
  assert.equal([await fits('ci', 'ci_context', context), await fits('ci', 'ci_context', { ...context, name: 7 })], [true, false]);
});

test('each service answers its document where clients of the vendor look for it, to anybody', async ({ service }) => {
  for (const [name, path] of [
    ['workspaces', '/openapi/stable.json'],
    ['ci', '/api/v2/openapi.json'],
  ] as const) {
    const { status, headers, body } = await service.request(`GET ${path}`);
    assert.equal([status, headers['content-type']], [200, 'application/json']);
    assert.equal(body, await documentOf(service, name));
  }
  const { paths } = await documentOf(service, 'ci');
  assert.ok(paths['/context'], 'a command line looks for this member before it works with contexts');
  assert.equal(paths['/graphql-unstable'].servers, [{ url: service.address }], 'a path that is not below the base path');
});

test('an operation is reported as its route describes it', async ({ service }) => {
  const { paths } = await documentOf(service, 'ci');
  const search = paths['/api/v3/runs/search'].post;
  assert.is(search.summary, 'Finds runs of projects, newest first.');
  assert.equal(search.requestBody.content['application/json'].example.filter, 'pipeline.git.branch == "main"');
  assert.equal(
    [search.requestBody.required, Object.keys(search.responses).includes('200'), search.responses['2XX']],
    [true, true, undefined],
  );
  assert.equal(
    paths['/api/v3/workflows'].get.parameters.map(({ name, in: where }: any) => [name, where]),
    [
      ['filter[run_id]', 'query'],
      ['filter[event_id]', 'query'],
    ],
  );
});

test('a service that there is not is reported with those there are', async ({ service: { request: ask } }) => {
  const answer = await ask('GET /_local/openapi/mail');
  assert.equal(
    [answer.status, ...listErrorDetails(answer)],
    [404, 'the service mail (there are workspaces and ci) was not found, or this token has no access to it'],
  );
});

test.run();
