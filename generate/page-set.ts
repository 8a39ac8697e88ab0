import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Fn } from '../src/declare/index.ts';
import { page } from '../src/derive/index.ts';
import { providerAttributes } from '../src/provider/section.ts';
import { actions, dataSources, functions, resources } from '../src/resources/index.ts';

/** Files by path from the project's root. */
export type Files = { readonly [path: string]: string };

/** The hand-written examples that the pages show. */
const examples = (root: string): Files => Object.fromEntries(['resources', 'data-sources', 'actions'].map((kind) => `examples/${kind}`)
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap((folder) => readdirSync(join(root, folder)).sort().map((name) => [`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')])));

const functionPage = ({ name, summary, doc, parameters, returns }: Fn): string => [
  `# provider::slipway::${name}`, '', summary, '', doc, '',
  '| Argument | Type | What it is |', '|---|---|---|',
  ...parameters.map((one) => `| \`${one.name}\` | ${one.kind.words} | ${one.doc} |`), '', `Answers ${returns.words}.`, '',
].join('\n');

const provider = (): string => [
  page({ form: 'provider', name: 'provider', doc: 'The provider block. What it does not say is read from the environment.', attributes: providerAttributes })
    .replace('# slipway_provider (provider)', '# provider "slipway"'),
  '## Environment', '',
  ...['workspaces', 'ci'].map((section) => `- \`SLIPWAY_${section.toUpperCase()}_ADDRESS\`, \`…_TOKEN\`, \`…_ORGANIZATION\`, \`…_PROFILE\`: the members of \`${section}\``), '',
].join('\n');

/** Every reference page, by path. */
export const pages = (root: string): Files => {
  const files = examples(root);
  return Object.fromEntries([
    ['docs/provider.md', provider()],
    ...Object.values(resources).map((one) => [`docs/resources/${one.name}.md`, page(one, files)]),
    ...Object.values(dataSources).map((one) => [`docs/data-sources/${one.name}.md`, page(one, files)]),
    ...Object.values(actions).map((one) => [`docs/actions/${one.name}.md`, page(one, files)]),
    ...Object.values(functions).map((one) => [`docs/functions/${one.name}.md`, functionPage(one)]),
  ] as [string, string][]);
};
