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
  endpoints: {
    create: 'POST /organizations/{organization}/buoys',
    list: 'GET /organizations/{organization}/buoys',
    read: 'GET /buoys/{id}',
    'delete when sunk': 'DELETE /buoys/{id}',
  },
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

const buoyPage = `---
page_title: "slipway_buoy Resource - slipway"
subcategory: "Workspaces"
description: |-
  A buoy.
---

# slipway_buoy (Resource)

A buoy.

## Example Usage

\`\`\`terraform
resource "slipway_buoy" "example" {
  organization = "…" # a string
  kind = "can"
}
\`\`\`

## Schema

### Required

- \`organization\` (String) Who owns it. A change replaces the object.
- \`kind\` (String) Its kind. Must be one of "can", "spar".

### Optional

- \`light\` (Attributes) Its light. Default: the service decides. (see [below for nested schema](#nestedatt--light))
- \`bell\` (Boolean, Deprecated) **Deprecated.** Use \`sound\`. Whether it has a bell | or a whistle. Default: \`false\`.
- \`sound\` (String) What it has.
- \`code\` (String, Sensitive) Opens it. The service does not return it.
- \`code_wo\` (String, Write-only) Opens it, not stored. Neither plan nor state holds it; a new \`depth\` shows that it was sent.
- \`depth\` (Number) How deep. A change away from \`3\` replaces the object.

### Read-Only

- \`id\` (String) The ID.

<a id="nestedatt--light"></a>

### Nested Schema for \`light\`

Optional:

- \`colour\` (String) Its colour. Must be one of "red", "green". Default: \`"red"\`.

## Rules

- \`sound\` cannot be set together with \`bell\`.

## Import

\`\`\`terraform
import {
  to = slipway_buoy.example
  id = "{id}"
}
\`\`\`

\`\`\`terraform
import {
  to = slipway_buoy.example
  id = "{organization}/{name}"
}
\`\`\`

## Identity

An \`import\` block of Terraform 1.12 or newer can name an object by its identity:

\`\`\`terraform
import {
  to = slipway_buoy.example
  identity = {
    id = "…"
  }
}
\`\`\`

| Attribute | Type | Required | |
|---|---|---|---|
| \`id\` | String | yes | The ID. |

## List

\`terraform query\` (Terraform 1.14 or newer) finds these objects, and writes their configuration with \`-generate-config-out\`.
The block belongs in a file that ends with \`.tfquery.hcl\`:

\`\`\`terraform
list "slipway_buoy" "all" {
  provider = slipway

  config {
    organization = "…"
  }
}
\`\`\`

| Attribute | Type | Required | |
|---|---|---|---|
| \`organization\` | String | yes | Who owns it. |

## Notes

Buoys drift.

Mind the tide.

## API Requests

| Operation | Request |
|---|---|
| create | \`POST /organizations/{organization}/buoys\` |
| list | \`GET /organizations/{organization}/buoys\` |
| read | \`GET /buoys/{id}\` |
| delete when sunk | \`DELETE /buoys/{id}\` |
`;

reference('contains everything that is declared', () => assert.is(renderPage(buoy), buoyPage));

reference('shows the examples of the examples folder', () => {
  const text = renderPage(buoy, {
    'examples/resources/buoy.tf': 'resource "slipway_buoy" "red" {}\n',
    'examples/resources/buoy.ts': "new Buoy(this, 'red');\n",
    'examples/resources/ship.tf': 'no',
  });
  assert.match(
    text,
    '## Example Usage\n\n```terraform\nresource "slipway_buoy" "red" {}\n```\n\n' +
      "```typescript\nnew Buoy(this, 'red');\n```\n\n## Schema\n",
  );
});

reference('a deprecated object is marked at the top', () =>
  assert.match(
    renderPage({ form: 'resource', name: 'raft', doc: 'A raft.', attributes: {}, deprecated: 'Use `slipway_buoy`.' }),
    '# slipway_raft (Resource)\n\nA raft.\n\n> **Deprecated.** Use `slipway_buoy`.\n',
  ),
);

reference('a data source has requests and no import', () => {
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
    `---
page_title: "slipway_buoys Data Source - slipway"
subcategory: "Workspaces"
description: |-
  Buoys.
---

# slipway_buoys (Data Source)

Buoys.

## Example Usage

\`\`\`terraform
data "slipway_buoys" "all" {}
\`\`\`

## Schema

### Optional

- \`search\` (String) What to look for.

### Read-Only

- \`buoys\` (Attributes List) The buoys found. (see [below for nested schema](#nestedatt--buoys))

<a id="nestedatt--buoys"></a>

### Nested Schema for \`buoys\`

Read-Only:

- \`name\` (Set of String) Its names.

## API Requests

| Operation | Request |
|---|---|
| read | \`GET /buoys\` |
`,
  );
});

reference.run();
