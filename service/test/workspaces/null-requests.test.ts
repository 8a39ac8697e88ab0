/** What the vendor's OpenAPI document lets a request set to null is accepted, by each served operation, or listed with a reason. */
import { existsSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '../../../test/support/skip.ts';
import { withoutParameterNames } from '../../src/http/operation.ts';
import { fillSlots, slottedRequests, type SlotValues } from '../laws/foreign-ids/request-slots.ts';
import { plantWorkspaces } from '../laws/foreign-ids/plant-workspaces.ts';
import { createTestService, type TestService } from '../support.ts';
import { vendorDocumentPath } from '../vendor-document.ts';

interface World {
  readonly service: TestService;
  readonly planted: SlotValues;
}
const law = suite<World>('null in requests');
law.before(async (context) => {
  const service = await createTestService({ profile: 'hosted', settings: { tier: 'plus' } });
  Object.assign(context, { service, planted: await plantWorkspaces(service, 'acme', 'owner-token') });
});
law.after(({ service }) => service.close());
const judging = existsSync(vendorDocumentPath('workspaces'))
  ? law
  : skipWithReason(law, "the vendor's document is not beside the checkout");

const document: any = existsSync(vendorDocumentPath('workspaces'))
  ? JSON.parse(readFileSync(vendorDocumentPath('workspaces'), 'utf8'))
  : {};
const resolve = (schema: any): any =>
  schema?.$ref === undefined
    ? schema
    : resolve(
        schema.$ref
          .slice(2)
          .split('/')
          .reduce((at: any, step: string) => at[step], document),
      );
/** The members of a schema and of the parts that it is put together of. */
const listMembers = (schema: any): { readonly [name: string]: any } => {
  const { allOf = [], anyOf = [], oneOf = [], properties = {} } = resolve(schema) ?? {};
  return Object.assign({}, ...[...allOf, ...anyOf, ...oneOf].map(listMembers), properties);
};
/** Attributes that the document of a request may have as null. */
const listNullable = (operation: any): readonly string[] => {
  const [content] = Object.values<any>(resolve(operation?.requestBody)?.content ?? {});
  const attributes = listMembers(listMembers(listMembers(content?.schema)['data'])['attributes']);
  return Object.keys(attributes).filter((name) => {
    const { nullable, readOnly } = resolve(attributes[name]);
    return nullable === true && readOnly !== true;
  });
};

/** `PATCH /things/{} member`, by why null is refused. */
const exceptions: { readonly [why: string]: readonly string[] } = {
  'a user has a name': ['PATCH /account/update username'],
  'the planted one sends requests to an address': ['PATCH /notification-configurations/{} url'],
  'a code host has addresses': [
    'PATCH /oauth-clients/{} api-url',
    'PATCH /oauth-clients/{} http-url',
    'POST /organizations/{}/oauth-clients api-url',
    'POST /organizations/{}/oauth-clients http-url',
  ],
  'the policy that is sent is in Rego, which needs one': ['POST /organizations/{}/policies query'],
};

judging('are accepted where the document has them as nullable', async ({ service, planted }) => {
  const refused: string[] = [];
  let asked = 0;
  const operations = new Map<string, any>();
  for (const [path, item] of Object.entries<any>(document.paths))
    for (const method of ['post', 'patch', 'put'])
      if (item[method]) operations.set(`${method.toUpperCase()} ${withoutParameterNames(path)}`, item[method]);
  for (const request of slottedRequests.filter(
    (one) => one.service === 'workspaces' && one.slots.every((slot) => planted[slot] !== undefined),
  )) {
    const [method, path] = request.row.split(' ') as [string, string];
    const row = `${method} ${withoutParameterNames(path)}`;
    const { line, body: text } = fillSlots(request, planted);
    const sent = text === undefined ? {} : JSON.parse(text);
    for (const name of listNullable(operations.get(row))) {
      const attributes = { ...(method === 'PATCH' ? {} : sent.data?.attributes), [name]: null };
      const { status, body } = await service.request(line, { data: { ...sent.data, attributes } });
      const pointed = (body?.errors ?? []).some(({ source }: any) => source?.pointer?.startsWith(`/data/attributes/${name}`));
      asked++;
      if (status >= 500 || pointed) refused.push(`${row} ${name}`);
    }
  }
  assert.equal([...new Set(refused)].sort(), Object.values(exceptions).flat().sort());
  assert.ok(asked >= 100, String(asked));
});

law.run();
