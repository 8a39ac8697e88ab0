import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isSea } from 'node:sea';
import { packageRoot } from 'slipway/engine/package-root';
import { CliError } from '../cli-error.ts';
import type { ConstructsEngine, TemplateFile } from './template-files.ts';

const isAppFile = (path: string): boolean => /\.(ts|rego|ya?ml|json)$/.test(path) && !/(^|\/)(cdktf\.out|node_modules)\//.test(path);

/** The files of an example of this package, for `--template`; of examples that are apps. */
export function exampleFiles(name: string, engine: ConstructsEngine): readonly TemplateFile[] {
  if (isSea()) throw new CliError('This executable has no examples: use the package @slipway/cli, or omit --template.', 2);
  const examples = join(packageRoot(), 'examples');
  const names = existsSync(examples) ? readdirSync(examples).filter((one) => existsSync(join(examples, one, 'cdktf.json'))) : [];
  if (!names.includes(name)) throw new CliError(`There is no template '${name}'. There are: ${names.join(', ')}`, 2);
  return readdirSync(join(examples, name), { recursive: true, encoding: 'utf8' })
    .filter((path) => isAppFile(path) && statSync(join(examples, name, path)).isFile())
    .map((path) => {
      const text = readFileSync(join(examples, name, path), 'utf8');
      if (path === 'cdktf.json') return { path, text: text.replace('npx tsx', 'node --import tsx') };
      const ported = text.replaceAll("'cdktf'", "'cdktn'").replaceAll("'@slipway/constructs'", "'@slipway/constructs/cdktn'");
      return { path, text: engine === 'cdktn' && path.endsWith('.ts') ? ported : text };
    });
}

/** What an app needs besides the usual commands. */
export interface AppNeeds {
  /** A file of objects that the app expects at the service. */
  readonly seed: string | undefined;
  /** Variables without a default. */
  readonly variables: readonly string[];
}

const seedFile = 'seed.yaml';

/** The needs of an app according to its files. */
export const findNeeds = (files: readonly TemplateFile[]): AppNeeds => ({
  seed: files.some(({ path }) => path === seedFile) ? seedFile : undefined,
  variables: files.flatMap(({ text }) =>
    [...text.matchAll(/new TerraformVariable\(\w+, '(\w+)', \{([^}]*)\}/g)]
      .filter(([, , settings]) => !/\bdefault:/.test(settings!))
      .map(([, name]) => name!),
  ),
});
