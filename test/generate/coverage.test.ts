import { existsSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { coveragePage, coverageCells, unconfigurableOperations } from '../../generate/coverage.ts';
import { findLiteralTest, findQuotedRequests } from '../../generate/literal-tests.ts';

const test = suite('coverage of the specifications');
const root = `${import.meta.dirname}/../..`;
const { workspaces, ci } = coverageCells(root);
const columns = ['operation', 'client', 'route', 'resource', 'construct', 'test'];
const empty = (rows: readonly (readonly string[])[]) =>
  rows.flatMap((cells) => cells.flatMap((cell, place) => (cell === '' ? [`${cells[1]}: no ${columns[place]}`] : [])));

test('it names every operation of both specifications', () => {
  assert.equal([workspaces.length, ci.length], [50, 86]);
});
test('no cell of spec 1 is empty', () => {
  assert.equal(empty(workspaces), []);
});
test('no cell of spec 2 is empty', () => {
  assert.equal(empty(ci), []);
});
test("one operation is no configuration's", () => {
  assert.equal(Object.keys(unconfigurableOperations), ['projects.createAtProvider']);
});
test('a row says what reaches it, and which test quotes it', () => {
  const page = coveragePage(root).split('\n');
  for (const row of [
    '| `POST /context` | `contexts.create` | `POST /context` | `slipway_ci_context` | `CiContext` | `service/test/ci/contexts/contexts` |',
    '| `GET /context/{context_id}/restrictions` | `contexts.listRestrictions` | `GET /context/{context_id}/restrictions` | ' +
      '`slipway_ci_context_restriction`, `data slipway_ci_context_restrictions` | `CiContextRestriction`, ' +
      '`DataSlipwayCiContextRestrictions` | `service/test/ci/contexts/context-restrictions` |',
    '| `POST /workflow/{workflow_id}/approve/{approval_request_id}` | `workflows.approve` | `POST ' +
      '/workflow/{id}/approve/{approval_request_id}` | `action slipway_ci_approve_job` | ' +
      'an action has none | `service/test/ci/workflows/workflows` |',
    '| `POST /workspaces/{workspace_id}/actions/lock` | `workspaces.lock` | `POST /workspaces/{workspace_id}/actions/lock` | ' +
      '`slipway_workspace_lock`, `action slipway_workspace_lock` | `WorkspaceLock` | `service/test/workspaces/locks` |',
  ])
    assert.ok(page.includes(row), row);
});
test('every test that is named is there', () => {
  const named = [...workspaces, ...ci]
    .map((cells) => cells[5]!)
    .filter(Boolean)
    .map((cell) => `${cell.slice(1, -1)}.test.ts`);
  assert.equal(
    named.filter((file) => !existsSync(`${root}/${file}`)),
    [],
  );
});

// ---

const find = (text: string, row: string) => findLiteralTest(findQuotedRequests(text, 'service/test/x.test.ts'), row, 'x.x') !== undefined;
test('a request is quoted with a slug of three parts, of one that is put together, or of one percent-encoded', () => {
  const row = 'GET /project/{project_slug}/envvar';
  for (const text of [
    "'GET /project/gh/acme/web/envvar'",
    '`GET /project/${slug}/envvar?page-token=${x}`',
    "'/project/gh%2Facme%2Fweb/envvar'",
    "const web = '/project/gh/acme/web';\nask(`GET ${web}/envvar`)",
  ])
    assert.ok(find(text, row), text);
});
test('another method, another path, and a part of one are not it', () => {
  const row = 'GET /project/{project_slug}/envvar';
  for (const text of [
    "'POST /project/gh/acme/web/envvar'",
    "'GET /project/gh/acme/web/envvar/KEY'",
    "'GET /project/envvar'",
    '`GET ${path}`',
    "'GET /project//envvar'",
    '/project/gh/acme/web/envvar',
  ])
    assert.not(find(text, row), text);
});
test('the request is that of the whole row', () => {
  assert.ok(find("'DELETE /context/1/restrictions/2'", 'DELETE /context/{context_id}/restrictions/{restriction_id}'));
  assert.not(find("'DELETE /context/1/restrictions'", 'DELETE /context/{context_id}/restrictions/{restriction_id}'));
});
test.run();
