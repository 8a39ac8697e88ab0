/** Does a part in a process of its own: `{ part, input }` on stdin, its answer on stdout. */
import { progress } from '../parts/alone.ts';
import { compiling } from './compiling.ts';
import { large } from './large.ts';
import { growth, shape } from './shapes.ts';
import { passing, usable } from './small-files.ts';

export type Part<Input> = (input: Input, progress: (words: string) => void) => Promise<unknown>;

const parts: { readonly [name: string]: Part<never> } = { usable, passing, large, shape, growth, compiling };

let text = '';
for await (const piece of process.stdin) text += piece;
const { part, input } = JSON.parse(text) as { readonly part: string; readonly input: never };
console.log(JSON.stringify(await parts[part]!(input, progress)));
