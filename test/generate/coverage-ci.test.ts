import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { coverageCi, notConfigured } from '../../generate/coverage-ci.ts';

const test = suite('coverage of spec 2');
const rows = coverageCi().split('\n').filter((line) => line.startsWith('| `'));

test('it names every operation and has no empty cell', () => {
  assert.is(rows.length, 86);
  assert.equal(rows.filter((row) => row.split(' | ').some((cell) => cell.replace(/^\| |\|$/g, '').trim() === '')), []);
});
test('two operations are no configuration\'s', () => {
  assert.equal(Object.keys(notConfigured), ['policies.evaluate', 'projects.createAtProvider']);
});
test('a row says what reaches it', () => {
  for (const row of [
    '| `POST /context` | `contexts.create` | `slipway_ci_context` | `CiContext` |',
    '| `GET /context/{context_id}/restrictions` | `contexts.listRestrictions` | `slipway_ci_context_restriction`, `data slipway_ci_context_restrictions` | `CiContextRestriction`, `DataSlipwayCiContextRestrictions` |',
    '| `POST /workflow/{workflow_id}/approve/{approval_request_id}` | `workflows.approve` | `action slipway_ci_approve_job` | an action has none |',
  ]) assert.ok(rows.includes(row), row);
});
test.run();
