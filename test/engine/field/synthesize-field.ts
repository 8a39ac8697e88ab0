import { symlinkSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { transformSync } from 'esbuild';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { readField } from '../../support/field-folder.ts';

/**
 * Runs the app of a folder in this process, with the built package `@slipway/constructs`. `change`: of the text of the app. `k`: the
 * environment variable `K`. Answers the stack without its backend: a module that a configuration can call. Throws what the app throws.
 */
export const synthesizeField = async (folder: string, change: (text: string) => string, k = ''): Promise<object> => {
  const text = change(readField(folder, 'app.ts'));
  const out = temporaryFolder();
  const [, name, stack] = /outdir: '([^']+)'[^]*?new TerraformStack\(app, '([^']+)'\)/.exec(text)!;
  const { code } = transformSync(text.replace(`'${name}'`, JSON.stringify(out)), { loader: 'ts', format: 'esm' });
  const apps = temporaryFolder({ 'app.mjs': code });
  symlinkSync(resolve('node_modules'), join(apps, 'node_modules'));
  process.env['K'] = k;
  try {
    await import(join(apps, 'app.mjs'));
  } finally {
    delete process.env['K'];
  }
  const { terraform, ...blocks } = JSON.parse(readFileSync(join(out, 'stacks', stack!, 'cdk.tf.json'), 'utf8'));
  return { ...blocks, terraform: { required_providers: terraform.required_providers } };
};
