import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { renderJunit } from '../src/check/junit.ts';
import { renderMarkdown } from '../src/check/markdown.ts';
import { renderSarif } from '../src/check/sarif.ts';
import { listChangedOutputs, listCheckedResources, type StackCheck } from '../src/check/stack-check.ts';
import type { ChangeAction } from 'slipway/engine/show-json';

const test = suite('slipway plan --check');
const change = (address: string, ...actions: ChangeAction[]) => ({
  address,
  type: 'r',
  mode: address.startsWith('data.') ? ('data' as const) : ('managed' as const),
  change: { actions, before: null, after: null },
});
const plan = {
  resource_changes: [
    change('r.same', 'no-op'),
    change('r.new', 'create'),
    change('r.other', 'delete', 'create'),
    change('r.gone', 'delete'),
    change('r.touched', 'no-op'),
    change('r.repaired', 'update'),
    change('data.r.d', 'read'),
  ],
  resource_drift: [change('r.touched', 'update'), change('r.repaired', 'update'), change('r.lost', 'delete')],
  output_changes: { url: { actions: ['update'] as const }, same: { actions: ['no-op'] as const } },
};
const check: StackCheck = {
  stack: 'base',
  folder: 'cdktf.out/stacks/base',
  resources: listCheckedResources(plan),
  outputs: listChangedOutputs(plan),
  diagnostics: [
    {
      severity: 'warning',
      summary: '"branch" is deprecated',
      detail: 'Write `ref` | instead.',
      address: 'r.new',
      range: { filename: 'cdk.tf.json', start: { line: 7, column: 3 } },
    },
    { severity: 'warning', summary: 'Slow' },
    { severity: 'warning', summary: 'Slow' },
  ],
  destructions: [{ address: 'r.gone', reasons: ['is locked'] }],
  planText: '\n  + r.new "```"\n',
  hasChanges: true,
};
const failed: StackCheck = {
  stack: 'b<c',
  folder: '.',
  resources: [],
  outputs: [],
  diagnostics: [],
  destructions: [],
  planText: '',
  hasChanges: false,
  failure: 'Error: no & never\u0007',
};
const calm: StackCheck = { ...failed, stack: 'calm', failure: undefined!, resources: [{ address: 'r.same', action: 'unchanged' }] };
delete (calm as { failure?: string }).failure;

test('lists resources with what is planned and what changed outside', () => {
  assert.equal(check.resources, [
    { address: 'r.same', action: 'unchanged' },
    { address: 'r.new', action: 'create' },
    { address: 'r.other', action: 'replace' },
    { address: 'r.gone', action: 'destroy' },
    { address: 'r.touched', action: 'unchanged' },
    { address: 'r.repaired', action: 'update', drift: 'update' },
    { address: 'r.lost', action: 'unchanged', drift: 'destroy' },
  ]);
  assert.equal(check.outputs, ['url']);
  const touched = listCheckedResources(plan, { refreshOnly: true }).find(({ address }) => address === 'r.touched');
  assert.equal(touched, { address: 'r.touched', action: 'unchanged', drift: 'update' }, 'a plan of the state alone is about that');
});
test('the summary is Markdown that no value can leave, with each warning once', () => {
  assert.is(
    renderMarkdown([check, failed, calm]),
    `## Plan

### base: 1 to create, 1 to update, 1 to replace, 1 to destroy, 1 output

| Resource | Planned | Changed outside |
|---|---|---|
| \`r.new\` | create |  |
| \`r.other\` | replace |  |
| \`r.gone\` | destroy |  |
| \`r.repaired\` | update | update |
| \`r.lost\` |  | destroy |

- **In use:** \`r.gone\` is locked
- **Warning:** "branch" is deprecated (\`r.new\`)
- **Warning:** Slow

<details><summary>Plan</summary>

\`\`\`\`text
+ r.new "\`\`\`"
\`\`\`\`

</details>

### b<c: no plan

    Error: no & never\u0007

### calm: no changes
`,
  );
});
test('JUnit has a case for each resource, and fails those that the plan changes', () => {
  assert.is(
    renderJunit([check, failed]),
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="slipway plan">
  <testsuite name="base" tests="8" failures="6" errors="0" skipped="0" time="0">
    <testcase classname="base" name="r.same" time="0"/>
    <testcase classname="base" name="r.new" time="0"><failure message="to create" type="create"/></testcase>
    <testcase classname="base" name="r.other" time="0"><failure message="to replace" type="replace"/></testcase>
    <testcase classname="base" name="r.gone" time="0"><failure message="to destroy" type="destroy"/></testcase>
    <testcase classname="base" name="r.touched" time="0"/>
    <testcase classname="base" name="r.repaired" time="0"><failure message="to update; changed outside: update" type="update"/></testcase>
    <testcase classname="base" name="r.lost" time="0"><failure message="changed outside: destroy" type="unchanged"/></testcase>
    <testcase classname="base" name="output.url" time="0"><failure message="to change" type="output"/></testcase>
  </testsuite>
  <testsuite name="b&lt;c" tests="1" failures="0" errors="1" skipped="0" time="0">
    <testcase classname="b&lt;c" name="plan" time="0"><error message="there is no plan">Error: no &amp; never\ufffd</error></testcase>
  </testsuite>
</testsuites>
`,
  );
});
test('SARIF has the deprecations of the plan and of constructs, once each', () => {
  const annotation = { stack: 'base', construct: 'base/old', level: 'warn' as const, message: 'branch is deprecated' };
  const text = renderSarif(
    [check],
    [annotation, annotation, { ...annotation, message: 'old-fashioned' }, { ...annotation, stack: 'x' }],
    '1.2.3',
  );
  const { runs } = JSON.parse(text) as {
    runs: { tool: unknown; results: { message: unknown; locations: unknown; partialFingerprints: object }[] }[];
  };
  assert.equal(
    runs[0]!.results.map(({ message, locations }) => [message, locations]),
    [
      [
        { text: 'branch is deprecated' },
        [
          {
            physicalLocation: { artifactLocation: { uri: 'cdktf.out/stacks/base/cdk.tf.json' } },
            logicalLocations: [{ fullyQualifiedName: 'base/old', kind: 'resource' }],
          },
        ],
      ],
      [
        { text: '"branch" is deprecated: Write `ref` | instead.' },
        [
          {
            physicalLocation: {
              artifactLocation: { uri: 'cdktf.out/stacks/base/cdk.tf.json' },
              region: { startLine: 7, startColumn: 3 },
            },
            logicalLocations: [{ fullyQualifiedName: 'r.new', kind: 'resource' }],
          },
        ],
      ],
    ],
  );
  assert.match(text, '"semanticVersion": "1.2.3"');
});
test.run();
