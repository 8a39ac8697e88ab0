import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createPlanDocuments } from '../../src/workspaces/runs/plan-documents/create-plan-documents.ts';

const plans = suite('the redacted document of a plan');

const redact = (plan: object, secrets: readonly string[], secretVariables: readonly string[] = []): any =>
  JSON.parse(
    createPlanDocuments({
      json: JSON.stringify(plan),
      schemas: '{}',
      secrets: secrets.map((text) => ({ text, isExpression: true })),
      secretVariables,
    }).documents.redacted,
  );
const db = '{ password = "hunter2-a", port = 7394615 }';

plans('has no leaf of a secret: numbers are marked as sensitive, texts are masked', () => {
  const after = { port: 7394615, list: [1, -7394615, 'a hunter2-a'], 'hunter2-a': { on: true, ratio: 73946.15e2 } };
  const { resource_changes: changes, output_changes: outputs } = redact(
    {
      resource_changes: [
        { address: 'a.b["hunter2-a"]', index: 'hunter2-a', change: { actions: ['create'], before: null, after, after_sensitive: {} } },
      ],
      output_changes: { port: { actions: ['create'], before: 1, after: 7394615, before_sensitive: false, after_sensitive: false } },
    },
    [db],
  );
  assert.equal(changes, [
    {
      address: 'a.b["****"]',
      index: '****',
      change: {
        actions: ['create'],
        before: null,
        after: { port: 'REDACTED', list: [1, 'REDACTED', 'a ****'], '****': { on: true, ratio: 'REDACTED' } },
        after_sensitive: { port: true, list: [false, true, false], '****': { ratio: true } },
      },
    },
  ]);
  assert.equal(outputs, {
    port: { actions: ['create'], before: 1, after: 'REDACTED', before_sensitive: false, after_sensitive: true },
  });
});
plans('keeps the marks of the engine beside its own', () => {
  const { resource_changes: changes } = redact(
    {
      resource_changes: [
        {
          change: {
            before: { a: 'open', b: ['x', 'hush'] },
            after: { a: { c: 'hush' }, b: ['x', 'hush'], n: 4321 },
            before_sensitive: { b: [false, true] },
            after_sensitive: { a: true, b: [false, true] },
          },
        },
      ],
    },
    ['4321'],
  );
  assert.equal(changes[0].change, {
    before: { a: 'open', b: ['x', 'REDACTED'] },
    after: { a: 'REDACTED', b: ['x', 'REDACTED'], n: 'REDACTED' },
    before_sensitive: { b: [false, true] },
    after_sensitive: { a: true, b: [false, true], n: true },
  });
});
plans('redacts deferred changes and invocations of actions as changes', () => {
  const document = redact(
    {
      deferred_changes: [{ reason: 'r', resource_change: { change: { after: { a: 'hush', n: 4321 }, after_sensitive: { a: true } } } }],
      action_invocations: [{ address: 'action.x', config_values: { a: 'hush', b: 'hunter2-a' }, config_sensitive: { a: true } }],
      relevant_attributes: [{ resource: 'a.b', attribute: ['map', 'hunter2-a'] }],
    },
    ['"hunter2-a"', '4321'],
  );
  assert.equal(document.deferred_changes, [
    { reason: 'r', resource_change: { change: { after: { a: 'REDACTED', n: 'REDACTED' }, after_sensitive: { a: true, n: true } } } },
  ]);
  assert.equal(document.action_invocations, [
    { address: 'action.x', config_values: { a: 'REDACTED', b: '****' }, config_sensitive: { a: true } },
  ]);
  assert.equal(document.relevant_attributes, [{ resource: 'a.b', attribute: ['map', '****'] }]);
});
plans('knows what the expression of a sensitive variable results in', () => {
  const variables = { db: { value: { name: 'joined-name', sum: [5005] } }, open: { value: 'open-value' } };
  const { output_changes: outputs } = redact(
    { variables, output_changes: { o: { after: ['joined-name', 5005, 'open-value'], after_sensitive: false } } },
    [],
    ['db'],
  );
  assert.equal(outputs, { o: { after: ['****', 'REDACTED', 'open-value'], after_sensitive: [false, true, false] } });
});

plans.run();
