import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { annotations, compile, faults, isValid } from '../../src/index.ts';

/** A server that would serve a schema, and counts who asks. */
const listening = async (): Promise<{ readonly address: string; asked(): number; close(): void }> => {
  let count = 0;
  const server = createServer((_, response) => {
    count += 1;
    response
      .setHeader('content-type', 'application/schema+json')
      .end('{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"number"}');
  });
  server.on('connection', () => {
    count += 1;
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => count,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

const test = suite('nothing is ever fetched');
const server = await listening();
test.after(() => server.close());

test('no reference, identifier, dialect or meta-schema is fetched', async () => {
  const { address, asked } = server;
  const said = async (schema: unknown): Promise<string> =>
    compile(schema).then(
      (compiled) => {
        isValid(compiled, { a: 1 });
        faults(compiled, 'x');
        annotations(compiled, { a: 1 }, { keywords: ['title'] });
        return 'compiled';
      },
      ({ message }: Error) => message,
    );
  assert.equal(
    [
      await said({ $ref: `${address}/a` }),
      await said({ $schema: `${address}/b` }),
      await said({ $id: `${address}/c`, $ref: 'd' }),
      await said({ $dynamicRef: `${address}/e#f` }),
      await said({ $id: `${address}/g`, properties: { a: true } }),
      await said({
        $schema: 'https://json-schema.org/draft/2019-09/schema',
        $id: `${address}/h`,
        properties: { a: { $recursiveRef: '#' } },
      }),
      await said({
        $schema: 'http://json-schema.org/draft-07/schema#',
        properties: { a: { $ref: `${address}/i#/definitions/x`, title: 'beside' } },
      }),
      await said({ $schema: 'https://json-schema.org/v1', propertyDependencies: { a: { b: { $ref: `${address}/j` } } } }),
    ],
    [
      `The schema is in error at schema:///#/$ref: "${address}/a" refers to ${address}/a, which is not among the schemas ` +
        `given; nothing is fetched`,
      `The schema is in error at schema:///#/$schema: the dialect ${address}/b is not known; known are draft-04, draft-06, ` +
        `draft-07, 2019-09, 2020-12, v1, OpenAPI 3.1, and meta-schemas that are given`,
      `The schema is in error at schema:///#/$ref: "d" refers to ${address}/d, which is not among the schemas given; nothing is fetched`,
      `The schema is in error at schema:///#/$dynamicRef: "${address}/e#f" refers to ${address}/e, which is not among the ` +
        `schemas given; nothing is fetched`,
      'compiled',
      'compiled',
      `The schema is in error at schema:///#/properties/a/$ref: "${address}/i#/definitions/x" refers to ${address}/i, which ` +
        `is not among the schemas given; nothing is fetched`,
      `The schema is in error at schema:///#: it refers to ${address}/j, which is not among the schemas given; nothing is fetched`,
    ],
  );
  assert.is(asked(), 0);
  // The server does count.
  assert.equal(await fetch(address, { headers: { connection: 'close' } }).then((answer) => answer.json()), {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'number',
  });
  assert.ok(asked() > 0);
});

test.run();
