/**
 * Every operation says what it answers: its route does, or the declaration of a resource whose document it is. Operations that nobody
 * describes yet are counted, and the number only shrinks.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { resources } from '../../../src/resources/index.ts';
import { renderOpenApi } from '../../../src/service/control/openapi/document.ts';
import { apiDefinitions } from '../../../src/service/service.ts';

const test = suite('operations of the OpenAPI documents');
const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** Lower them when fewer are left. */
const undescribed: { readonly [service: string]: number } = { workspaces: 64, ci: 0 };

const listOperations = (name: string): readonly { readonly key: string; readonly operation: any }[] => {
  const api = apiDefinitions.find((one) => one.name === name)!;
  const declared = Object.values(resources).filter(({ service }) => service === name);
  const { paths } = renderOpenApi(api, declared, '') as any;
  return Object.entries<any>(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => (item[method] ? [{ key: `${method.toUpperCase()} ${path}`, operation: item[method] }] : [])),
  );
};
const isUndescribed = ({ responses }: any): boolean => responses['2XX'] !== undefined && responses['2XX'].content === undefined;

for (const { name } of apiDefinitions) {
  test(`of ${name}: those whose success nobody describes become fewer`, () => {
    const left = listOperations(name).filter(({ operation }) => isUndescribed(operation));
    assert.ok(
      left.length <= undescribed[name]!,
      `${left.length} operations say nothing of their success, ${undescribed[name]} did:\n${left.map(({ key }) => key).join('\n')}`,
    );
  });

  test(`of ${name}: one that is described has its statuses, a schema for each body, errors, and its parameters once`, () => {
    const wrong: string[] = [];
    for (const { key, operation } of listOperations(name)) {
      const { responses, parameters = [], security, summary } = operation;
      if (responses.default === undefined) wrong.push(`${key} has no error`);
      if ((security === undefined) !== (responses['401'] !== undefined)) wrong.push(`${key}: 401 goes with a token`);
      if (!summary) wrong.push(`${key} has no summary`);
      if (new Set(parameters.map(({ name: one }: any) => one)).size !== parameters.length) wrong.push(`${key} has a parameter twice`);
      if (parameters.some(({ schema }: any) => !schema)) wrong.push(`${key} has a parameter without a schema`);
    }
    assert.equal(wrong, []);
  });
}

test.run();
