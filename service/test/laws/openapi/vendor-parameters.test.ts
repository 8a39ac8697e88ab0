/** Every query parameter that a vendor's document has of an operation which is served is declared, so that none is ignored. */
import { existsSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { resources } from '@slipway/declarations/resources';
import { renderOpenApi } from '../../../src/control/openapi/document.ts';
import { withoutParameterNames } from '../../../src/http/operation.ts';
import { apiDefinitions } from '../../../src/service.ts';
import { vendorDocumentPath } from '../../vendor-document.ts';
import { skipWithReason } from '@slipway/test-support/skip';

const suiteOf = suite("query parameters of the vendors' documents");
const test = existsSync(vendorDocumentPath('ci'))
  ? suiteOf
  : skipWithReason(suiteOf, "the vendors' documents are not beside this checkout");
const methods = ['get', 'post', 'put', 'patch', 'delete'];

const follow = (document: any, node: any): any =>
  node.$ref === undefined
    ? node
    : follow(
        document,
        node.$ref
          .slice(2)
          .split('/')
          .reduce((at: any, step: string) => at[step.replaceAll('~1', '/')], document),
      );

/** Names of query parameters by `get /path/{}`, without the base path. */
const listQueries = (document: any): ReadonlyMap<string, readonly string[]> =>
  new Map(
    Object.entries<any>(document.paths).flatMap(([path, item]) =>
      methods.flatMap((method): [string, string[]][] => {
        if (!item[method]) return [];
        const parameters = [...(item.parameters ?? []), ...(item[method].parameters ?? [])].map((one) => follow(document, one));
        const queries = parameters.filter((one) => one.in === 'query').map((one) => one.name as string);
        return [[`${method} ${withoutParameterNames(path).replace(/^\/api\/v2/, '')}`, queries]];
      }),
    ),
  );

/** By what the parameter stands for in requests: `filter[tagged][0][key]`. */
const written: { readonly [parameter: string]: string } = {
  'filter[tagged]': 'filter[tagged][{index}][key]',
  'filter[tagged][value]': 'filter[tagged][{index}][value]',
};

for (const { name } of apiDefinitions) {
  test(`of ${name}`, () => {
    const api = apiDefinitions.find((one) => one.name === name)!;
    const declared = Object.values(resources).filter(({ service }) => service === name);
    const own = listQueries(renderOpenApi(api, declared, ''));
    const vendor = listQueries(JSON.parse(readFileSync(vendorDocumentPath(name as 'ci' | 'workspaces'), 'utf8')));
    const missing = [...vendor].flatMap(([operation, queries]) => {
      const known = own.get(operation);
      return known === undefined ? [] : queries.filter((one) => !known.includes(written[one] ?? one)).map((one) => `${operation}: ${one}`);
    });
    assert.ok([...vendor.keys()].filter((operation) => own.has(operation)).length > 60);
    assert.equal(missing, []);
  });
}

suiteOf.run();
