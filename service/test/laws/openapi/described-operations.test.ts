/** Every operation of both services says what it takes and what it responds with. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { resources } from '@slipway/declarations/resources';
import { renderOpenApi } from '../../../src/control/openapi/document.ts';
import { apiDefinitions } from '../../../src/service.ts';

const test = suite('operations of the OpenAPI documents');
const methods = ['get', 'post', 'put', 'patch', 'delete'];

const listOperations = (name: string): readonly { readonly key: string; readonly operation: any }[] => {
  const api = apiDefinitions.find((one) => one.name === name)!;
  const declared = Object.values(resources).filter(({ service }) => service === name);
  const { paths } = renderOpenApi(api, declared, '') as any;
  return Object.entries<any>(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => (item[method] ? [{ key: `${method.toUpperCase()} ${path}`, operation: item[method] }] : [])),
  );
};

for (const { name } of apiDefinitions) {
  test(`of ${name}: every route has a description`, () => {
    const { routes } = apiDefinitions.find((one) => one.name === name)!;
    assert.equal(
      routes.filter(({ description }) => description === undefined).map(({ endpoint }) => endpoint),
      [],
    );
  });

  test(`of ${name}: each has its statuses, a schema for each body, errors, and its parameters once`, () => {
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
