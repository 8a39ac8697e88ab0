import { Testing, TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';

type Block = { readonly [attribute: string]: unknown };
/** By `type.name` (of a data source `data.type.name`): the content of its block, without the engine's own notes. */
export type Blocks = { readonly [address: string]: Block };

const withoutMetadata = ({ '//': _metadata, ...block }: any): Block => block;

const blocksIn = (section: object, prefix: string): (readonly [string, Block])[] =>
  Object.entries(section).flatMap(([type, blocks]) =>
    Object.entries(blocks as object).map(([name, block]) => [`${prefix}${type}.${name}`, withoutMetadata(block)] as const),
  );

const buildStack = (build: (stack: TerraformStack) => void): TerraformStack => {
  const stack = new TerraformStack(Testing.app(), 'stack');
  build(stack);
  return stack;
};

/** The blocks of a stack named `stack`, by the addresses that the engine sees; its validations run. */
export const exactSynthesizedBlocks = (build: (stack: TerraformStack) => void): Blocks => {
  const config = JSON.parse(Testing.synth(buildStack(build), true)) as { resource?: object; data?: object; ephemeral?: object };
  return Object.fromEntries([
    ...blocksIn(config.resource ?? {}, ''),
    ...blocksIn(config.data ?? {}, 'data.'),
    ...blocksIn(config.ephemeral ?? {}, 'ephemeral.'),
  ]);
};

/** The same, without the hashes at the end of addresses below the stack's first level. */
export const synthesizedBlocks = (build: (stack: TerraformStack) => void): Blocks =>
  JSON.parse(JSON.stringify(exactSynthesizedBlocks(build)).replace(/_[0-9A-F]{8}(?=["}.])/g, '')) as Blocks;

/** The errors of synthesizing a stack named `stack`, each as `[path] sentence`; none when it succeeds. */
export const synthesisErrors = (build: (stack: TerraformStack) => void): readonly string[] => {
  try {
    Testing.synth(buildStack(build), true);
  } catch (error) {
    return (error as Error).message
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.startsWith('['));
  }
  return [];
};

/** `path: sentence` of every warning in the tree. */
export const synthesisWarnings = (build: (stack: TerraformStack) => void): readonly string[] => {
  const stack = buildStack(build);
  Testing.synth(stack, true);
  return stack.node
    .findAll()
    .flatMap((one: Construct | any) =>
      one.node.metadata
        .filter(({ type }: { type: string }) => type === '@cdktf/warn')
        .map(({ data }: { data: string }) => `${one.node.path}: ${data}`),
    );
};
