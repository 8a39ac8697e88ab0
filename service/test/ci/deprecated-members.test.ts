import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hasDeprecations } from '@slipway/declarations/deprecated/deprecated-fields';
import * as resources from '@slipway/declarations/resources/ci';
import { ciDocuments } from '../../src/ci/api-definition.ts';
import { routes } from '../../src/ci/index.ts';
import { startCiService } from './support.ts';
import { matchRoutesToDocuments } from '../../src/pipeline/deprecations.ts';

const test = suite('deprecated members of CI requests');

test('law: each declaration with a deprecated attribute is evaluated by a route of the service', () => {
  const deprecated = Object.values(resources).filter((block) => hasDeprecations(block));
  assert.equal(
    deprecated.map(({ name }) => name),
    ['ci_context_restriction', 'ci_policy_bundle', 'ci_policy_settings', 'ci_usage_export'],
  );
  const evaluated = new Set([...matchRoutesToDocuments(routes, ciDocuments).values()].flat().map(({ block }) => block.name));
  for (const { name } of deprecated) assert.ok(evaluated.has(name), name);
});

test('a member of the wire is not deprecated because an attribute once had its name', async () => {
  const { ci, org, close } = await startCiService();
  try {
    for (const [row, body] of [
      [
        `POST /organizations/${org}/usage_export_job`,
        { start: '2026-04-01T00:00:00.000Z', end: '2026-04-02T00:00:00.000Z', shared_org_ids: [org] },
      ],
      [`PATCH /owner/${org}/context/config/decision/settings`, { enabled: true }],
      [`POST /owner/${org}/context/config/policy-bundle`, { policies: {} }],
    ] as const) {
      const { status, headers } = await ci(row, body);
      assert.equal([status < 300, headers.get('deprecation')], [true, null], row);
    }
  } finally {
    await close();
  }
});

test.run();
