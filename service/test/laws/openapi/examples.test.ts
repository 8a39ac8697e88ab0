/** Each JSON body of the OpenAPI documents has an example, which its schema allows. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addExamples } from '../../../src/control/openapi/add-examples.ts';
import { renderOpenApi } from '../../../src/control/openapi/document.ts';
import { resources } from '@slipway/declarations/resources';
import { apiDefinitions } from '../../../src/service.ts';
import { createDocumentValidators } from '../../document-validators.ts';

const test = suite('examples of the OpenAPI documents');

const listBodies = (paths: object): readonly (readonly [string, any])[] =>
  Object.entries<any>(paths).flatMap(([path, item]) =>
    Object.entries<any>({ ...item, ...item['x-additionalOperations'] })
      .filter(([, operation]) => operation?.responses)
      .flatMap(([method, { requestBody, responses }]) => [
        ...Object.entries(requestBody?.content ?? {}).map(([type, media]) => [`${method.toUpperCase()} ${path} ${type}`, media] as const),
        ...Object.entries<any>(responses).flatMap(([status, { content = {} }]) =>
          Object.entries(content).map(([type, media]) => [`${method.toUpperCase()} ${path} ${status} ${type}`, media] as const),
        ),
      ]),
  );

for (const api of apiDefinitions)
  test(`of ${api.name}: what a body's schema allows`, () => {
    const declared = Object.values(resources).filter(({ service }) => service === api.name);
    const document = addExamples(renderOpenApi(api, declared, '')) as any;
    const validatorOf = createDocumentValidators(document.components);
    const bodies = listBodies(document.paths).filter(([key]) => /[ +/]json$/.test(key));
    const missing = bodies.filter(
      ([, { schema, example }]) => example === undefined && Object.keys(schema).some((keyword) => keyword !== 'contentMediaType'),
    );
    assert.equal(
      missing.map(([key]) => key),
      [],
    );
    const wrong = bodies.flatMap(([key, { schema, example }]) => {
      const check = validatorOf(schema);
      return example === undefined || check(example) ? [] : [`${key}: ${check.errors![0]!.instancePath} ${check.errors![0]!.message}`];
    });
    assert.equal(wrong, []);
    assert.ok(bodies.length > 150, `${bodies.length} bodies`);
  });

test.run();
