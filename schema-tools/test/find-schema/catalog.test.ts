import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CatalogError, openCatalog } from '../../src/lint/find-schema/catalog.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('find-schema: catalog');
const listed = (...schemas: object[]) => JSON.stringify({ version: 1, schemas });

test("a file is found by the fileMatch of a row, and the row's URL leads to a file of the folder", () => {
  const folder = temporaryFolder({
    'catalog.json': listed(
      { name: 'app', url: 'https://json.example.com/schemas/app.json', fileMatch: ['app.json', '*.app.yaml'] },
      { name: 'beside', url: './beside.json', fileMatch: ['beside.yaml'] },
      { name: 'elsewhere', url: 'https://json.example.com/elsewhere.json', fileMatch: ['elsewhere.json'] },
    ),
    'schemas/app.json': '{}',
    'beside.json': '{}',
  });
  const catalog = openCatalog(folder);
  assert.equal(catalog.forFile('/x/y/app.json'), {
    name: 'app',
    url: 'https://json.example.com/schemas/app.json',
    file: join(folder, 'schemas/app.json'),
    isBroad: true,
  });
  assert.is(catalog.forFile('/x/a.app.yaml')?.name, 'app');
  assert.is(catalog.forFile('/x/beside.yaml')?.file, join(folder, 'beside.json'));
  assert.equal(catalog.forFile('/x/elsewhere.json'), {
    name: 'elsewhere',
    url: 'https://json.example.com/elsewhere.json',
    file: undefined,
  });
  assert.is(catalog.forFile('/x/other.json'), undefined);
});
test('a name that many programs use is a broad match, a folder or a special ending is not', () => {
  const folder = temporaryFolder({
    'catalog.json': listed(
      { name: 'a', url: 'a.json', fileMatch: ['config.json', '.tool/config.json', 'tool.yaml'] },
      { name: 'b', url: 'b.json', fileMatch: ['*.toml', '*.task.json'] },
    ),
  });
  const { forFile } = openCatalog(folder);
  assert.equal(
    ['/x/config.json', '/x/.tool/config.json', '/x/tool.yaml', '/x/any.toml', '/x/a.task.json'].map((file) => forFile(file)?.isBroad),
    [true, undefined, undefined, true, undefined],
  );
});
test('a URL is found by host and path, by path, and by the name that a row gives it', () => {
  const folder = temporaryFolder({
    'catalog.json': listed({ name: 'a', url: 'https://a.example/deep/a.json', versions: { 1: 'https://a.example/deep/a-1.json' } }),
    'a.json': '{}',
    'a-1.json': '{}',
    'b.example/x/b.json': '{}',
    'x/c.json': '{}',
  });
  const { forUrl } = openCatalog(folder);
  assert.equal(
    [
      'https://a.example/deep/a.json',
      'http://a.example/deep/a.json#',
      'https://a.example/deep/a-1.json',
      'https://b.example/x/b.json',
      'https://b.example/x/b',
      'https://anything.example/x/c.json',
      'https://b.example/a.json',
      'https://c.example/zzz.json',
    ].map(forUrl),
    [
      join(folder, 'a.json'),
      join(folder, 'a.json'),
      join(folder, 'a-1.json'),
      join(folder, 'b.example/x/b.json'),
      join(folder, 'b.example/x/b.json'),
      join(folder, 'x/c.json'),
      join(folder, 'a.json'),
      undefined,
    ],
  );
});
test('the names that one store of schemas has had are one name', () => {
  const folder = temporaryFolder({
    'src/api/json/catalog.json': listed({
      name: 'tsconfig',
      url: 'https://www.schemastore.org/tsconfig.json',
      fileMatch: ['tsconfig.json'],
    }),
    'src/schemas/json/tsconfig.json': '{}',
  });
  const { forFile, forUrl } = openCatalog(folder);
  const file = join(folder, 'src/schemas/json/tsconfig.json');
  assert.is(forFile('/x/tsconfig.json')?.file, file);
  assert.equal(
    ['https://json.schemastore.org/tsconfig', 'http://json.schemastore.org/tsconfig.json', 'https://www.schemastore.org/tsconfig.json'].map(
      forUrl,
    ),
    [file, file, file],
  );
});
test('without a list, schemas are found by their $id', () => {
  const folder = temporaryFolder({
    'deep/a.schema.json': '{"$id":"https://example.com/a"}',
    'old.schema.json': '{"id":"http://example.com/old#"}',
    'broken.schema.json': '{',
    'node_modules/x.schema.json': '{"$id":"https://example.com/x"}',
  });
  const { forUrl } = openCatalog(folder);
  assert.equal(['https://example.com/a', 'http://example.com/old#', 'https://example.com/x'].map(forUrl), [
    join(folder, 'deep/a.schema.json'),
    join(folder, 'old.schema.json'),
    undefined,
  ]);
});
test('a URL does not lead out of the folder', () => {
  const folder = temporaryFolder({
    'in/catalog.json': listed({ name: 'a', url: 'https://a.example/%2e%2e/secret.json', fileMatch: ['a.json'] }),
    'secret.json': '{}',
    'in-b/secret.json': '{}',
  });
  assert.is(openCatalog(join(folder, 'in')).forUrl('https://a.example/..%2fsecret.json'), undefined);
  assert.is(openCatalog(join(folder, 'in')).forFile('/a.json')?.file, undefined);
  assert.is(openCatalog(join(folder, 'in')).forUrl('https://a.example/..%2fin-b/secret.json'), undefined);
  const upwards = temporaryFolder({
    'in/catalog.json': listed({ name: 'a', url: '../secret.json', fileMatch: ['a.json'] }),
    'secret.json': '{}',
  });
  assert.is(openCatalog(join(upwards, 'in')).forFile('/a.json')?.file, undefined);
});
test('an invalid URL leads nowhere', () => {
  const folder = temporaryFolder({
    'catalog.json': listed(
      { name: 'a', url: 'https://[nowhere', fileMatch: ['a.json'] },
      { name: 'b', url: '%zz.json', fileMatch: ['b.json'] },
    ),
    '%zz.json': '{}',
    '100%.json': '{}',
  });
  const { forFile, forUrl } = openCatalog(folder);
  assert.is(forFile('/a.json')?.file, undefined);
  assert.is(forFile('/b.json')?.file, join(folder, '%zz.json'));
  assert.is(forUrl('https://[nowhere'), undefined);
  assert.is(forUrl('https://a.example/100%.json'), join(folder, '100%.json'));
});
test('an invalid list is reported', () => {
  const fault = (text: string) => {
    const folder = temporaryFolder({ 'catalog.json': text });
    try {
      openCatalog(folder).forFile('/a.json');
      return 'nothing';
    } catch (error) {
      assert.instance(error, CatalogError);
      return (error as Error).message.replace(folder, '');
    }
  };
  assert.is(fault('[]'), '/catalog.json: a catalog is an object with a list `schemas`, of { name, url, fileMatch }');
  assert.is(
    fault('{"schemas":[{"url":"a.json"},{"url":5}]}'),
    '/catalog.json: /schemas/1: expected { name, url, fileMatch }, the url a string',
  );
  assert.match(fault('{'), /^\/catalog\.json: this catalog cannot be read: /);
});
test.run();
