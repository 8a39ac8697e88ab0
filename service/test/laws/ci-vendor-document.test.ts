import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonSchema } from '@slipway/declarations/derive/json-schema';
import { routes } from '../../src/ci/index.ts';
import { withoutParameterNames } from '../../src/http/operation.ts';
import type { OperationDescription } from '../../src/http/operation-description.ts';
import { root } from '@slipway/test-support/repository-files';
import { skipWithReason } from '@slipway/test-support/skip';

/** The document of the hosted CI service, which is not part of this repository. */
const file = join(root, '..', 'shared', 'data', 'circleci-openapi', 'spec.json');
const law = suite('the CI service beside the OpenAPI document of the hosted service');
const test = existsSync(file) ? law : skipWithReason(law, 'the document of the vendor is not beside this checkout');

/** Where the service differs, and why. */
const deviations: readonly string[] = [
  // The document and the documentation of the vendor name 200 and 202.
  'POST /project/{}/job/{}/cancel: status 200',
  // A request is described in the neutral dialect: set_vcs_status.
  'PATCH /project/{}/{}/{}/settings: request .advanced.set_github_status',
];

type Schema = Record<string, any>;
const readVendor = (): Schema => JSON.parse(readFileSync(file, 'utf8')) as Schema;
const follow = (vendor: Schema, value: any): any =>
  value?.$ref
    ? follow(
        vendor,
        (value.$ref as string)
          .slice(2)
          .split('/')
          .reduce((from: any, step) => from[step], vendor),
      )
    : value;

/** Members of the vendor's schema that ours does not list; a hyphen of ours is also told as an underscore. */
const missingMembers = (vendor: Schema, theirs: any, ours: any, at = ''): readonly string[] => {
  const schema = follow(vendor, theirs);
  if (!schema) return [];
  if (schema.allOf) return schema.allOf.flatMap((one: any) => missingMembers(vendor, one, ours, at));
  if (schema.anyOf ?? schema.oneOf) return missingMembers(vendor, (schema.anyOf ?? schema.oneOf)[0], ours, at);
  if (schema.type === 'array') return missingMembers(vendor, schema.items, ours?.items, `${at}[]`);
  const own = ours?.anyOf?.[0] ?? ours;
  return Object.entries(schema.properties ?? {}).flatMap(([name, below]) => {
    const known = own?.properties?.[name] ?? own?.properties?.[name.replaceAll('_', '-')];
    if (known) return missingMembers(vendor, below, known, `${at}.${name}`);
    return own?.additionalProperties ? [] : [`${at}.${name}`];
  });
};

const bodySchema = (vendor: Schema, holder: any): JsonSchema | undefined =>
  follow(vendor, holder)?.content?.['application/json']?.schema as JsonSchema | undefined;

/** What the vendor's operation has and ours does not. */
const findGaps = (vendor: Schema, operation: any, shared: readonly any[], own: OperationDescription): readonly string[] => {
  const success = Object.entries<any>(operation.responses).filter(([status]) => status.startsWith('2'));
  const parameters = [...(operation.parameters ?? []), ...shared].map((one) => follow(vendor, one)).filter((one) => one.in === 'query');
  return [
    ...success.flatMap(([status, response]) =>
      Object.hasOwn(own.responses, status)
        ? missingMembers(vendor, bodySchema(vendor, response), own.responses[Number(status)])
        : [`status ${status}`],
    ),
    ...parameters.filter(({ name }) => !own.query?.[name]).map(({ name }) => `query ${name}`),
    ...missingMembers(vendor, bodySchema(vendor, operation.requestBody), own.request).map((name) => `request ${name}`),
  ];
};

test('every operation is served, with every status of success, query parameter and member', () => {
  const vendor = readVendor();
  const own = new Map(routes.map(({ endpoint, description }) => [withoutParameterNames(endpoint), description] as const));
  const gaps: string[] = [];
  let count = 0;
  for (const [path, item] of Object.entries<any>(vendor['paths']))
    for (const method of ['get', 'post', 'put', 'patch', 'delete'].filter((one) => item[one])) {
      const name = withoutParameterNames(`${method.toUpperCase()} ${path}`);
      count += 1;
      const description = own.get(name);
      gaps.push(
        ...(description ? findGaps(vendor, item[method], item.parameters ?? [], description) : ['not served']).map(
          (gap) => `${name}: ${gap}`,
        ),
      );
    }
  assert.is(count, 83);
  assert.equal([...new Set(gaps)], deviations);
});
law.run();
