import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as cdktf from 'cdktf';
import type { Construct } from 'constructs';
import { addValidation, childName } from './literal.ts';

export interface ChildOptions {
  /**
   * The identity of the construct, and so its address in the state; the name unless set. Keep it when the name changes: the object is then
   * renamed in place, and not destroyed and created.
   */
  readonly id?: string;
}

/** The construct paths of the resources that the last synthesis of a stack wrote, by type. */
type LastSynthesis = ReadonlyMap<string, readonly string[]>;
const lastSyntheses = new WeakMap<cdktf.TerraformStack, LastSynthesis>();

const readLastSynthesis = (stack: cdktf.TerraformStack): LastSynthesis => {
  const { outdir } = cdktf.App.of(stack);
  try {
    const text = readFileSync(join(outdir, 'stacks', stack.node.id, 'cdk.tf.json'), 'utf8');
    const { resource = {} } = JSON.parse(text) as { resource?: { [type: string]: { [name: string]: any } } };
    return new Map(
      Object.entries(resource).map(([type, blocks]) => [type, Object.values(blocks).flatMap((block) => block['//']?.metadata?.path ?? [])]),
    );
  } catch {
    // Without a JSON document of the last synthesis, it is not known what was deployed.
    return new Map();
  }
};

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/** The warning for a construct that the last synthesis did not have, while a sibling of then is missing now; undefined: none. */
const renameWarning = (construct: cdktf.TerraformResource, prefix: string): string | undefined => {
  const stack = cdktf.TerraformStack.of(construct);
  const last = lastSyntheses.get(stack) ?? readLastSynthesis(stack);
  lastSyntheses.set(stack, last);
  const { path, scope } = construct.node;
  const before = last.get(construct.terraformResourceType) ?? [];
  if (before.includes(path)) return undefined;
  const gone = before
    .filter((one) => parentOf(one) === parentOf(path) && one.startsWith(`${parentOf(path)}/${prefix}-`))
    .map((one) => one.slice(parentOf(path).length + 1))
    .filter((id) => !scope?.node.tryFindChild(id))
    .map((id) => JSON.stringify(id.slice(prefix.length + 1)));
  if (gone.length === 0) return undefined;
  return (
    `It is new, and ${gone.join(' and ')} beside it ${gone.length === 1 ? 'is' : 'are'} gone since the last synthesis: a deploy destroys ` +
    `the old object and creates this one. If it was renamed, keep its identity: \`{ id: ${gone[0]} }\`.`
  );
};

/** The ID of a child that is named by the user's name, or by an explicit ID. */
export const childId = (scope: Construct, prefix: string, what: string, name: string, id: string | undefined): string =>
  `${prefix}-${id === undefined ? childName(scope, what, name) : childName(scope, 'id', id)}`;

/** Warns at synthesis where a change of the name would destroy the object, although the service can rename it. */
export const warnAboutRename = <R extends cdktf.TerraformResource>(construct: R, prefix: string): R => {
  let isReported = false;
  addValidation(construct, () => {
    const warning = isReported ? undefined : renameWarning(construct, prefix);
    isReported = true;
    if (warning !== undefined) cdktf.Annotations.of(construct).addWarning(warning);
    return [];
  });
  return construct;
};
