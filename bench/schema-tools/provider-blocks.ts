import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Slipway } from '../../constructs/src/index.ts';
import { TerraformStack, Testing } from 'cdktf';
import { jsonSchema } from '../../declarations/src/derive/index.ts';
import { resources } from '../../declarations/src/resources/index.ts';
import type { CorpusEntry } from './corpus-files.ts';

type Attributes = { readonly [attribute: string]: unknown };

const folder = join(import.meta.dirname, '../../examples/resources');

/** Members of a synthesized block that the engine defines: its notes and meta-arguments. */
const engineMembers = new Set(['//', 'depends_on', 'lifecycle', 'provider']);

const withoutEngineMembers = (block: Attributes): Attributes =>
  Object.fromEntries(Object.entries(block).filter(([name]) => !engineMembers.has(name)));

/** The blocks that the examples of the constructs declare, by resource type. */
const exampleBlocks = async (): Promise<{ readonly [type: string]: readonly unknown[] }> => {
  const stack = new TerraformStack(Testing.app(), 'examples');
  new Slipway(stack);
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
    const example = (await import(join(folder, file))) as { readonly [name: string]: (scope: TerraformStack) => unknown };
    const scope = new TerraformStack(stack.node.root as never, file);
    new Slipway(scope);
    for (const make of Object.values(example)) make(scope);
  }
  const found: { [type: string]: unknown[] } = {};
  for (const scope of stack.node.root.node.children.filter((child) => child instanceof TerraformStack)) {
    const { resource = {} } = JSON.parse(Testing.synth(scope)) as {
      readonly resource?: { readonly [type: string]: { readonly [name: string]: Attributes } };
    };
    for (const [type, blocks] of Object.entries(resource)) (found[type] ??= []).push(...Object.values(blocks).map(withoutEngineMembers));
  }
  return found;
};

/** Our provider's resources, each with the blocks that the examples declare. */
export const providerBlocks = async (): Promise<readonly CorpusEntry[]> => {
  const blocks = await exampleBlocks();
  return Object.entries(resources).map(([name, resource]) => ({
    name: `slipway_${name}`,
    schema: jsonSchema({ ...resource, form: 'resource' }),
    schemas: {},
    instances: (blocks[`slipway_${name}`] ?? []).map((block) => JSON.stringify(block, null, 2)),
  }));
};
