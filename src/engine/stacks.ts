import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface Stack {
  readonly name: string;
  readonly folder: string;
  readonly dependsOn: readonly string[];
}

/** The stacks of a synthesis in `output`, dependencies first. Throws if the manifest is missing (nothing was synthesized) or malformed. */
export function readStacks(output: string): readonly Stack[] {
  const file = join(output, 'manifest.json');
  if (!existsSync(file)) throw new Error(`${file} is not there: the app has synthesized nothing. Does it call app.synth()?`);
  const { stacks } = JSON.parse(readFileSync(file, 'utf8')) as {
    stacks?: Record<string, { name: string; workingDirectory: string; dependencies?: string[] }>;
  };
  if (!stacks) throw new Error(`${file} names no stacks; it was not written by cdktf or cdktn.`);
  const all = Object.values(stacks).map((stack): Stack => ({
    name: stack.name,
    folder: resolve(output, stack.workingDirectory),
    dependsOn: stack.dependencies ?? [],
  }));
  const ordered: Stack[] = [];
  const visit = (stack: Stack) => {
    if (ordered.includes(stack)) return;
    for (const other of all) if (stack.dependsOn.includes(other.name)) visit(other);
    ordered.push(stack);
  };
  all.forEach(visit);
  return ordered;
}
