import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProviderSchemaJson } from './schema-json.ts';

interface CodeMaker {
  save(folder: string): Promise<unknown>;
}
interface GeneratorCommons {
  readonly Language: { readonly TYPESCRIPT: unknown };
  readonly TerraformProviderConstraint: new (of: { name: string; source: string }) => unknown;
  readonly ConstructsMakerProviderTarget: new (constraint: unknown, language: unknown) => unknown;
}
type Generator = new (code: CodeMaker, schema: object) => { generate(target: unknown): void };

/** The package's own entry point throws, and what it is made of is not hoisted everywhere: both are reached through this file. */
const generatorModule = '@cdktf/provider-generator/lib/get/generator/provider-generator';

/** Loading runs the engine for its version, prints its output, and would call home; the generator needs none of it. */
const withoutOutput = <T>(work: () => T): T => {
  const { error } = console;
  const { PATH: path } = process.env;
  console.error = () => {};
  Object.assign(process.env, { PATH: '', CHECKPOINT_DISABLE: '1' });
  try {
    return work();
  } finally {
    console.error = error;
    process.env['PATH'] = path;
  }
};

const loadGenerator = () =>
  withoutOutput(() => {
    const requireFromHere = createRequire(import.meta.url);
    const requireFromGenerator = createRequire(requireFromHere.resolve(generatorModule));
    return {
      Generator: (requireFromHere(generatorModule) as { TerraformProviderGenerator: Generator }).TerraformProviderGenerator,
      commons: requireFromGenerator('@cdktf/commons') as GeneratorCommons,
      Maker: (requireFromGenerator('codemaker') as { CodeMaker: new () => CodeMaker }).CodeMaker,
    };
  });

/** The generator's output for a provider's schema, by folder name (`workspace`, `data-slipway-workspace`, `provider`), unchanged. */
export const runProviderGenerator = async (
  address: string,
  name: string,
  schema: ProviderSchemaJson,
): Promise<ReadonlyMap<string, string>> => {
  const { Generator, commons, Maker } = loadGenerator();
  const code = new Maker();
  // It fills in blocks of the schema it is given.
  const own = JSON.parse(JSON.stringify({ provider_schemas: { [address]: schema } })) as object;
  const target = new commons.ConstructsMakerProviderTarget(
    new commons.TerraformProviderConstraint({ name, source: address }),
    commons.Language.TYPESCRIPT,
  );
  new Generator(code, own).generate(target);
  const output = mkdtempSync(join(tmpdir(), 'slipway-generate-'));
  try {
    await code.save(output);
    const folder = join(output, 'providers', name);
    return new Map(
      readdirSync(folder)
        .sort()
        .filter((one) => statSync(join(folder, one)).isDirectory())
        .map((one) => {
          const others = readdirSync(join(folder, one)).filter((file) => file !== 'index.ts' && file !== 'README.md');
          if (others.length > 0)
            throw new Error(`the generator split ${one} into several files (${others.join(', ')}): what comes after it knows only one`);
          return [one, readFileSync(join(folder, one, 'index.ts'), 'utf8')];
        }),
    );
  } finally {
    rmSync(output, { recursive: true });
  }
};
