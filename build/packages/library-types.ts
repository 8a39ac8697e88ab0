import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * The types of the service as a library, in one text: what its entry exports, and the module of types that it names. Throws with the
 * compiler's words, or when a type names another module, which the package does not have.
 */
export function renderLibraryTypes(root: string): string {
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  const folder = mkdtempSync(join(tmpdir(), 'slipway-types-'));
  try {
    // Neither checked, as `npm run check` does so, nor resolved: the two modules alone, and not the whole service behind them.
    const sources = ['index', 'library/test-service'].map((name) => join(root, 'service/src', `${name}.ts`));
    const options = [
      '--declaration',
      '--emitDeclarationOnly',
      '--noCheck',
      '--noResolve',
      '--ignoreConfig',
      '--allowImportingTsExtensions',
    ];
    const words = [...options, '--target', 'ES2023', '--module', 'NodeNext', '--rootDir', join(root, 'service/src'), '--outDir', folder];
    const { status, stdout } = spawnSync(process.execPath, [compiler, ...words, ...sources], { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error(`the types of the library do not compile:\n${stdout}`);
    const [types, entry] = ['library/test-service', 'index'].map((name) => readFileSync(join(folder, `${name}.d.ts`), 'utf8'));
    const own = entry!.replace(/^(?:import|export) type .* from '\.\/library\/test-service\.ts';\n/gm, '');
    const text = `${types!}${own}`;
    const foreign = /^.*\b(?:from|import)\b ?[('"].*$/m.exec(text);
    if (foreign) throw new Error(`the types of the library name another module: ${foreign[0]}`);
    return text;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
