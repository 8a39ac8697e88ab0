/** Does a part in a process of its own: `{ part, input }` on stdin, its answer on stdout. */
import { reportProgress } from '../parts/run-standalone.ts';
import { measureCompiling } from './compiling.ts';
import { measureLargeFile } from './large-file.ts';
import type { Part } from './part.ts';
import { measureGrowth, measureShape } from './shapes.ts';
import { measureContender, usableEntries } from './small-files.ts';

const parts: { readonly [name: string]: Part<never> } = {
  usable: usableEntries,
  passing: measureContender,
  large: measureLargeFile,
  shape: measureShape,
  growth: measureGrowth,
  compiling: measureCompiling,
};

let text = '';
for await (const piece of process.stdin) text += piece;
const { part, input } = JSON.parse(text) as { readonly part: string; readonly input: never };
console.log(JSON.stringify(await parts[part]!(input, reportProgress)));
