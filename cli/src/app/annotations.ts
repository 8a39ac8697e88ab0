import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Stack } from 'slipway/engine/stacks';
import { readJsonFile } from '../parse-json.ts';

export interface Annotation {
  readonly stack: string;
  readonly construct: string;
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
}

interface Manifest {
  readonly stacks: Readonly<
    Record<string, { readonly annotations?: readonly { constructPath: string; level: string; message: string }[] }>
  >;
}
const levels: { readonly [level: string]: Annotation['level'] } = { '@cdktf/info': 'info', '@cdktf/warn': 'warn', '@cdktf/error': 'error' };

/** The annotations of constructs in a synthesis, stack by stack. */
export function readAnnotations(output: string, stacks: readonly Stack[]): readonly Annotation[] {
  const file = join(output, 'manifest.json');
  if (!existsSync(file)) return [];
  const manifest = readJsonFile(file) as Manifest;
  return stacks.flatMap(({ name }) =>
    (manifest.stacks[name]?.annotations ?? []).map(({ constructPath, level, message }) => ({
      stack: name,
      construct: constructPath,
      level: levels[level] ?? 'info',
      message,
    })),
  );
}
