import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ProviderFunction } from '../src/declare/index.ts';
import { providerAddress } from '../src/engine/address.ts';
import { renderPage } from '../src/derive/index.ts';
import { providerAttributes } from '../src/provider/provider-section.ts';
import { actions, dataSources, ephemerals, functions, resources } from '../src/resources/index.ts';

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

const functionPage = ({ name, summary, doc, parameters, returns }: ProviderFunction): string =>
  [
    `# provider::slipway::${name}`,
    '',
    summary,
    '',
    doc,
    '',
    '| Argument | Type | What it is |',
    '|---|---|---|',
    ...parameters.map((one) => `| \`${one.name}\` | ${one.kind.description} | ${one.doc} |`),
    '',
    `Answers ${returns.description}.`,
    '',
  ].join('\n');

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

const mirrorExample = `The token is better in the environment: \`SLIPWAY_WORKSPACES_TOKEN\`. The engine finds the plugin in a filesystem mirror, \`dist/mirror\` of a checkout, which its CLI configuration file (\`TF_CLI_CONFIG_FILE\`) names; a rebuilt plugin has another checksum, so remove its entry from \`.terraform.lock.hcl\` and run \`init\` again:

\`\`\`hcl
provider_installation {
  filesystem_mirror {
    path    = "/path/to/slipway/dist/mirror"
    include = ["${providerAddress}"]
  }
  direct {
    exclude = ["${providerAddress}"]
  }
}
\`\`\``;

const providerPage = (): string =>
  [
    renderPage({
      form: 'provider',
      name: 'provider',
      doc: 'The provider block. What it does not say is read from the environment.',
      attributes: providerAttributes,
    })
      .replace('# slipway_provider (provider)', '# provider "slipway"')
      .replace(/```hcl[\s\S]*?```/, `\`\`\`hcl\n${providerExample}\`\`\`\n\n${mirrorExample}`),
    '## Environment',
    '',
    ...['workspaces', 'ci'].map(
      (section) =>
        `- \`SLIPWAY_${section.toUpperCase()}_ADDRESS\`, \`…_TOKEN\`, \`…_ORGANIZATION\`, \`…_DIALECT\`: the members of \`${section}\``,
    ),
    '',
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
