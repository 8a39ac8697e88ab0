/** docs/nouns.md: its example is the file beside this test, its exchanges happen so, and its tables list what can be declared. */
import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createNounRoutes } from '../../src/nouns/create-routes.ts';
import { maintenanceWindow } from './example/maintenance-windows.ts';
import { createCrateService } from './support.ts';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const page = read('docs/nouns.md');
const test = suite('the page that adds a noun');

test('its declaration is the example that these tests run', () => {
  const example = read('service/test/nouns/example/maintenance-windows.ts')
    .replaceAll("'../../../src/workspaces/", "'../")
    .replaceAll("'../../../src/", "'../../");
  assert.is(/^```ts\n([^]*?)^```/m.exec(page)![1], example);
});

/** `POST /path`, a body or nothing, an empty line, the status, a body. */
const exchanges = [...page.matchAll(/^```http\n([A-Z]+ \S+)\n([^]*?)\n?\n(\d{3})\n([^]*?)^```/gm)].map(
  ([, row, body, status, response]) => ({
    row: row!,
    document: body!.trim() === '' ? undefined : JSON.parse(body!).data,
    status: Number(status),
    response: JSON.parse(response!),
  }),
);
const idOnPage = 'mw-8F5JFydVYAmtTjET';

test('the service answers each request as the page shows', async () => {
  assert.is(exchanges.length, [...page.matchAll(/^```http$/gm)].length);
  const { request } = await createCrateService([maintenanceWindow]);
  let id = idOnPage;
  for (const { row, document, status, response } of exchanges) {
    const answer = await request(row.replace(idOnPage, id), document);
    if (answer.status === 201) id = answer.body.data.id;
    const written = JSON.parse(JSON.stringify(answer.body).replaceAll(id, idOnPage));
    assert.equal({ status: answer.status, body: written }, { status, body: response }, row);
  }
});

test('its routes are those that the page promises', () => {
  assert.equal(
    createNounRoutes(maintenanceWindow).map(({ endpoint }) => endpoint),
    [
      'GET /organizations/{organization_name}/maintenance-windows',
      'POST /organizations/{organization_name}/maintenance-windows',
      'GET /maintenance-windows/{maintenance_window_id}',
      'PATCH /maintenance-windows/{maintenance_window_id}',
      'DELETE /maintenance-windows/{maintenance_window_id}',
      'POST /maintenance-windows/{maintenance_window_id}/relationships/workspaces',
      'PATCH /maintenance-windows/{maintenance_window_id}/relationships/workspaces',
      'DELETE /maintenance-windows/{maintenance_window_id}/relationships/workspaces',
      'POST /maintenance-windows/{maintenance_window_id}/actions/open',
    ],
  );
});

const declaration = read('service/src/nouns/declaration.ts');
const membersOf = (name: string): readonly string[] => {
  const [, body] = new RegExp(`^export interface ${name} \\{\\n([^]*?)^\\}`, 'm').exec(declaration)!;
  return [...body!.matchAll(/^  readonly (\w+)\??:/gm)].map(([, member]) => member!);
};
const rowsBelow = (sentence: string): readonly string[] => {
  const table = page.slice(page.indexOf(sentence) + sentence.length).trimStart();
  return [...table.slice(0, table.indexOf('\n\n')).matchAll(/^\| `(\w+)` \|/gm)].map(([, member]) => member!);
};

test('its tables have every member of a declaration, and every trait of an attribute', () => {
  assert.equal([...rowsBelow('Members of `noun(type, { … })`:')].sort(), [...membersOf('NounSpec')].sort());
  assert.equal([...rowsBelow('Traits of attributes:')].sort(), [...membersOf('NounAttributeTraits')].sort());
});

test('each way to name a parent, and each relationship, is on the page', () => {
  const parents = ['underOrganization', 'underProject', 'underTeam', 'underWorkspace', 'underNoun'];
  const relationships = [
    ...read('service/src/nouns/relationships/relationship.ts').matchAll(/^export const (\w+) = \([^]*?\): NounRelationship\b/gm),
  ];
  assert.equal(
    [...parents, ...relationships.map(([, name]) => name!)].filter((name) => !page.includes(`\`${name}\``)),
    [],
  );
  assert.is(relationships.length, 8);
});

test.run();
