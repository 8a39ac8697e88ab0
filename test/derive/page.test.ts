import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  bool,
  serviceDefault,
  conflictsWith,
  computed,
  id,
  int,
  listDataSource,
  object,
  oneOf,
  optional,
  query,
  required,
  resource,
  setOf,
  string,
} from '../../src/declare/index.ts';
import { renderPage } from '../../src/derive/index.ts';

const buoy = resource('buoy', {
  service: 'workspaces',
  doc: 'A buoy.',
  type: 'buoys',
  imports: ['{id}', '{organization}/{name}'],
  endpoints: { create: 'POST /organizations/{organization}/buoys', read: 'GET /buoys/{id}', 'delete when sunk': 'DELETE /buoys/{id}' },
  attributes: {
    id: computed(id('buoy'), 'The ID.'),
    light: optional(object({ colour: optional(oneOf('red', 'green'), 'Its colour.', { default: 'red' }) }), 'Its light.', {
      default: serviceDefault,
    }),
    bell: optional(bool, 'Whether it has a bell | or a whistle.', { deprecated: 'Use `sound`.', default: false }),
    sound: optional(string, 'What it has.'),
    organization: required(string, 'Who owns it.', { immutable: true }),
    code: optional(string, 'Opens it.', { sensitive: true, secret: {} }),
    code_wo: optional(string, 'Opens it, not stored.', { writeOnly: { revision: 'depth' } }),
    depth: optional(int, 'How deep.', { immutable: { from: 3 } }),
    kind: required(oneOf('can', 'spar'), 'Its kind.'),
  },
  constraints: [conflictsWith('bell', 'sound')],
  notes: ['Buoys drift.', 'Mind the tide.'],
});

const reference = suite('reference page');

reference('says everything that is declared', () =>
  assert.is(
    renderPage(buoy),
    `# slipway_buoy

A buoy.

## Example

\`\`\`hcl
resource "slipway_buoy" "example" {
  organization = "…" # a string
  kind = "can"
}
\`\`\`

## Attributes

| Name | Mode | Type | Default | What it is |
|---|---|---|---|---|
| \`organization\` | required | a string |  | Who owns it. A change replaces the object. |
| \`kind\` | required | one of "can", "spar" |  | Its kind. |
| \`light\` | optional | an object, see [\`light\`](#light) | the service decides | Its light. |
| \`bell\` | optional | true or false | \`false\` | **Deprecated.** Use \`sound\`. Whether it has a bell \\| or a whistle. |
| \`sound\` | optional | a string | none | What it has. |
| \`code\` | optional | a string | none | Opens it. The service never gives it back. Sensitive. |
| \`code_wo\` | optional | a string | none | Opens it, not stored. Write-only: never stored in plan or state; \`depth\` shows when it was sent. |
| \`depth\` | optional | a whole number | none | How deep. A change away from \`3\` replaces the object. |
| \`id\` | computed | an identifier that begins with buoy- |  | The ID. |

### light

| Name | Mode | Type | Default | What it is |
|---|---|---|---|---|
| \`colour\` | optional | one of "red", "green" | \`"red"\` | Its colour. |

## Rules

- \`sound\` cannot be set together with \`bell\`.

## Import

\`\`\`hcl
import {
  to = slipway_buoy.example
  id = "{id}"
}
\`\`\`

\`\`\`hcl
import {
  to = slipway_buoy.example
  id = "{organization}/{name}"
}
\`\`\`

## Notes

Buoys drift.

Mind the tide.

## Requests

| When | Request |
|---|---|
| create | \`POST /organizations/{organization}/buoys\` |
| read | \`GET /buoys/{id}\` |
| delete when sunk | \`DELETE /buoys/{id}\` |
`,
  ),
);

reference('prefers the examples that are kept beside the code', () => {
  const text = renderPage(buoy, {
    'examples/resources/buoy.tf': 'resource "slipway_buoy" "red" {}\n',
    'examples/resources/buoy.ts': "new Buoy(this, 'red');\n",
    'examples/resources/ship.tf': 'no',
  });
  assert.match(
    text,
    '## Example\n\n```hcl\nresource "slipway_buoy" "red" {}\n```\n\n```ts\nnew Buoy(this, \'red\');\n```\n\n## Attributes\n',
  );
});

reference('a deprecated thing says so before anything else', () =>
  assert.match(
    renderPage({ form: 'resource', name: 'raft', doc: 'A raft.', attributes: {}, deprecated: 'Use `slipway_buoy`.' }),
    '# slipway_raft\n\nA raft.\n\n> **Deprecated.** Use `slipway_buoy`.\n',
  ),
);

reference('a data source has rows and no import', () => {
  const buoys = listDataSource('buoys', {
    service: 'workspaces',
    doc: 'Buoys.',
    requests: ['GET /buoys'],
    items: 'buoys',
    of: { name: required(setOf(string), 'Its names.') },
    filters: { search: optional(string, 'What to look for.', { at: query('q') }) },
  });
  assert.is(
    renderPage(buoys, { 'examples/data-sources/buoys.tf': 'data "slipway_buoys" "all" {}' }),
    `# slipway_buoys (data source)

Buoys.

## Example

\`\`\`hcl
data "slipway_buoys" "all" {}
\`\`\`

## Attributes

| Name | Mode | Type | Default | What it is |
|---|---|---|---|---|
| \`search\` | optional | a string | none | What to look for. |
| \`buoys\` | computed | a list of objects, see [\`buoys\`](#buoys) |  | The buoys found. |

### buoys

| Name | Mode | Type | Default | What it is |
|---|---|---|---|---|
| \`name\` | computed | a set, each a string |  | Its names. |

## Requests

| When | Request |
|---|---|
| read | \`GET /buoys\` |
`,
  );
});

reference.run();
