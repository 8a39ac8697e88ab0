import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { configuredSeverity, severityOf } from '../../src/lint/severity/index.ts';
import { judgeText } from '../judge/judge-text.ts';

const test = suite('lint severity');
const known = { since: '2.0', removedIn: '3.0' };

test('a version moves the severity between since and removedIn', () => {
  for (const [version, severity] of [
    ['1.9', 'info'],
    ['2.0.0-rc.1', 'info'],
    ['2.0', 'warning'],
    ['2.9', 'warning'],
    ['3.0', 'error'],
    ['4', 'error'],
  ])
    assert.is(severityOf(known, 'warning', version), severity, version);
});
test("without a version, or with one of another kind, it is the rule's", () => {
  assert.is(severityOf(known, 'warning', undefined), 'warning');
  assert.is(severityOf(known, 'warning', '2026-03-31'), 'warning');
  assert.is(severityOf({ since: 'the summer', removedIn: 'some day' }, 'warning', '2.4'), 'warning');
});
test('one of the two is enough', () => {
  assert.is(severityOf({ since: '2.0' }, 'warning', '1.0'), 'info');
  assert.is(severityOf({ removedIn: '3.0' }, 'warning', '1.0'), 'warning');
  assert.is(severityOf({ removedIn: '3.0' }, 'warning', '3.0'), 'error');
  assert.is(severityOf({}, 'warning', '3.0'), 'warning');
});
test('between the two a configured severity stays', () => {
  assert.is(severityOf(known, 'error', '2.4'), 'error');
  assert.is(severityOf(known, 'info', '2.4'), 'info');
});
test('the configuration comes before the rule; names of Object are no rules', () => {
  assert.is(configuredSeverity({ id: 'deprecated', severity: 'warning' }, { deprecated: 'off' }), 'off');
  assert.is(configuredSeverity({ id: 'toString', severity: 'warning' }, {}), 'warning');
});
test('findings have it', async () => {
  const schema = { properties: { a: { deprecated: true, 'x-since': '2.0', 'x-removed-in': '3.0' }, b: { deprecated: true } } };
  const severities = async (settings: object) =>
    (await judgeText(schema, '{ "a": 1, "b": 2 }', 'json', settings)).map(({ pointer, severity }) => `${pointer} ${severity}`);
  assert.equal(await severities({}), ['/a warning', '/b warning']);
  assert.equal(await severities({ atVersion: '1.0' }), ['/a info', '/b warning']);
  assert.equal(await severities({ atVersion: '3.1' }), ['/a error', '/b warning']);
  assert.equal(await severities({ atVersion: '2.1', severities: { deprecated: 'info' } }), ['/a info', '/b info']);
  assert.equal(await severities({ atVersion: '3.1', severities: { deprecated: 'off' } }), []);
});
test.run();
