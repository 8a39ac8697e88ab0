import { runEngine } from 'slipway/engine/run-engine';
import { CliError } from '../cli-error.ts';
import { parseJson } from '../parse-json.ts';
import type { PreparedStack } from './for-each-stack.ts';

/** Outputs by name, as the engine shows them. */
export interface StackOutputs {
  readonly [name: string]: { readonly value: unknown; readonly sensitive?: boolean };
}

/** The outputs in the state of a stack. Throws a CliError with the engine's words. */
export async function readOutputs({ name, folder, engine, environment }: PreparedStack): Promise<StackOutputs> {
  const { code, stdout, stderr } = await runEngine(engine, ['output', '-no-color', '-json'], { folder, environment });
  if (code !== 0) throw new CliError(`${engine.name} could not read the outputs of stack ${name}:\n${stderr || stdout}`.trimEnd());
  return parseJson(stdout, `the output of \`${engine.name} output -json\``) as StackOutputs;
}

/** JSON with all values, or a line for each output without those that are sensitive. */
export const renderOutputs = (outputs: { readonly [stack: string]: StackOutputs }, json: boolean): string => {
  const stacks = Object.entries(outputs);
  const values = (found: StackOutputs) => Object.fromEntries(Object.entries(found).map(([name, { value }]) => [name, value]));
  if (json) return JSON.stringify(Object.fromEntries(stacks.map(([stack, found]) => [stack, values(found)])), null, 2);
  const lines = stacks.flatMap(([stack, found]) =>
    Object.entries(found).map(
      ([name, { value, sensitive }]) =>
        `${stacks.length > 1 ? `${stack}.` : ''}${name} = ${sensitive ? '(sensitive)' : JSON.stringify(value)}`,
    ),
  );
  return lines.length > 0 ? lines.join('\n') : 'There are no outputs.';
};
