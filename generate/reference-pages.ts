import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProviderFunction } from '../declarations/src/declare/index.ts';
import { providerAddress } from '../src/engine/address.ts';
import { frontMatter, renderPage } from '../declarations/src/derive/page/render-page.ts';
import { schemaSection, typeName } from '../declarations/src/derive/page/schema-section.ts';
import { providerAttributes } from '../src/provider/provider-section.ts';
import { secretsSection } from './secrets-section.ts';
import { standbySection } from './standby-section.ts';
import { actions, dataSources, ephemerals, functions, resources } from '../declarations/src/resources/index.ts';

/** Files by path from the project's root. */
export type FileTexts = { readonly [path: string]: string };

/** The hand-written examples that the pages show. */
const readExamples = (root: string): FileTexts =>
  Object.fromEntries(
    ['resources', 'data-sources', 'actions', 'ephemeral-resources']
      .map((kind) => `examples/${kind}`)
      .filter((folder) => existsSync(join(root, folder)))
      .flatMap((folder) =>
        readdirSync(join(root, folder))
          .sort()
          .map((name) => [`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')]),
      ),
  );

const functionPage = ({ name, summary, doc, parameters, returns }: ProviderFunction): string => {
  const list = parameters.map((one) => `${one.name} ${typeName(one.kind).toLowerCase()}`).join(', ');
  const signature = `${name}(${list}) ${typeName(returns).toLowerCase()}`;
  return [
    ...frontMatter(`${name} function`, '', summary),
    `# Function: ${name}`,
    '',
    summary,
    '',
    doc,
    '',
    '## Signature',
    '',
    '```text',
    signature,
    '```',
    '',
    `Call it as \`provider::slipway::${name}\`.`,
    '',
    '## Arguments',
    '',
    ...parameters.map((one, index) => `${index + 1}. \`${one.name}\` (${typeName(one.kind)}) ${one.doc}`),
    '',
    '## Return Type',
    '',
    `${typeName(returns)}: ${returns.description}.`,
    '',
  ].join('\n');
};

/** What a person copies first; test/engine/provider-page.test.ts runs it. */
const providerExample = `terraform {
  required_providers {
    slipway = { source = "${providerAddress}" }
  }
}

provider "slipway" {
  workspaces = {
    address      = "http://127.0.0.1:4000"
    organization = "slipway"
  }
}
`;

const mirrorExample = `Set the token in the environment, as \`SLIPWAY_WORKSPACES_TOKEN\`.

## Install the Provider

The engine installs the plugin from a filesystem mirror, \`dist/mirror\` of a checkout. \
Name the mirror in the CLI configuration file (\`TF_CLI_CONFIG_FILE\`):

\`\`\`terraform
provider_installation {
  filesystem_mirror {
    path    = "/path/to/slipway/dist/mirror"
    include = ["${providerAddress}"]
  }
  direct {
    exclude = ["${providerAddress}"]
  }
}
\`\`\`

A plugin that you build again has another checksum: remove its entry from \`.terraform.lock.hcl\` and run \`init\` again.`;

const environmentTable = (): readonly string[] => [
  '| Variable | Sets |',
  '|---|---|',
  ...['workspaces', 'ci'].flatMap((section) =>
    ['address', 'token', 'organization', 'dialect'].map(
      (member) => `| \`SLIPWAY_${section.toUpperCase()}_${member.toUpperCase()}\` | \`${section}.${member}\` |`,
    ),
  ),
  '| `SLIPWAY_SECRET_FINGERPRINTS` | `secret_fingerprints` |',
];

const providerDoc =
  'Manages workspaces, variable sets and no-code modules of HCP Terraform, and contexts, pipelines and triggers of CircleCI.';

const startVariables: readonly (readonly [string, string])[] = [
  ['SLIPWAY_NODE', 'the Node.js that runs the provider; default: `node` of the `PATH`'],
  [
    'SLIPWAY_CODE_CACHE',
    "the folder in which compiled code is kept between starts, or `off`; default: `slipway/code` in the user's cache folder. " +
      'A folder that others can write to is not used',
  ],
  [
    'SLIPWAY_STANDBY',
    'how many seconds a process of the provider waits for the next command when the engine has ended it; default: 5, and 0 for none. ' +
      'See [below](#processes-that-wait)',
  ],
  [
    'NODE_EXTRA_CA_CERTS',
    'a file of further certificates that the provider trusts. It is read at the first connection by TLS, not at each start',
  ],
];
const startEnvironment = [
  "These change how the provider's process starts:",
  '',
  '| Variable | Meaning |',
  '|---|---|',
  ...startVariables.map(([name, meaning]) => `| \`${name}\` | ${meaning} |`),
].join('\n');

const providerPage = (): string =>
  [
    ...frontMatter('slipway Provider', '', providerDoc),
    '# slipway Provider',
    '',
    providerDoc,
    '',
    '## Example Usage',
    '',
    `\`\`\`terraform\n${providerExample}\`\`\``,
    '',
    mirrorExample,
    '',
    '## Schema',
    '',
    schemaSection(providerAttributes),
    '',
    '## Environment Variables',
    '',
    'The provider reads these variables for settings that the provider block does not set.',
    '',
    ...environmentTable(),
    '',
    startEnvironment,
    '',
    standbySection,
    '',
    secretsSection,
  ].join('\n');

/** Every reference page, by path. */
export const referencePages = (root: string): FileTexts => {
  const files = readExamples(root);
  return Object.fromEntries([
    ['docs/provider.md', providerPage()],
    ...Object.values(resources).map((one) => [`docs/resources/${one.name}.md`, renderPage(one, files)]),
    ...Object.values(dataSources).map((one) => [`docs/data-sources/${one.name}.md`, renderPage(one, files)]),
    ...Object.values(actions).map((one) => [`docs/actions/${one.name}.md`, renderPage(one, files)]),
    ...Object.values(ephemerals).map((one) => [`docs/ephemeral-resources/${one.name}.md`, renderPage(one, files)]),
    ...Object.values(functions).map((one) => [`docs/functions/${one.name}.md`, functionPage(one)]),
  ] as [string, string][]);
};
