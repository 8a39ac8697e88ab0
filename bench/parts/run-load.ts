import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { readFileSync } from 'node:fs';
import { cleanEnvironment } from './environment.ts';
import type { LoadPlan, LoadResult } from './load-generator.ts';

/** Plain JavaScript, so that the generator's process needs no loader. */
const source = transformSync(readFileSync(join(import.meta.dirname, 'load-generator.ts'), 'utf8'), {
  loader: 'ts',
  format: 'esm',
  target: 'node20.19',
}).code;

/** Runs the load generator in a process of its own; throws when a response had another status than expected. */
export const runLoad = (work: LoadPlan): Promise<LoadResult> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', source, '--', '--from-stdin'], {
      env: cleanEnvironment,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.on('data', (piece: Buffer) => {
      text += piece;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code !== 0) {
        reject(new Error(`the load generator ended with ${code}`));
        return;
      }
      const result = JSON.parse(text) as LoadResult;
      if (result.wrong > 0)
        reject(new Error(`${result.wrong} of ${result.answered} answers were not ${work.status}; the first: ${result.firstWrong}`));
      else resolve(result);
    });
    child.stdin.end(JSON.stringify(work));
  });
