import { join } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';

/** What the handshake needs, and everything else: both lie beside the launcher, which starts the first. */
export const handshakeFile = 'provider.cjs';
export const callsFile = 'provider-calls.cjs';

/** Dynamic imports leave the first file for the second; one that the second does not hold is a mistake. */
const leaving = (late: readonly string[]): Plugin => ({
  name: 'calls-apart',
  setup: (building) => building.onResolve({ filter: /^\.\.?\// }, ({ kind, path, resolveDir }) => {
    if (kind !== 'dynamic-import') return undefined;
    if (!late.includes(join(resolveDir, path))) return { errors: [{ text: `${path} is imported late and is not in ${callsFile}` }] };
    return { path: `./${callsFile}`, external: true };
  }),
});

/**
 * How a plugin is bundled: two files, because Node compiles a whole file before it runs its first line. A provider of
 * 200 KB costs 9 ms there; beside the handshake it is compiled while the engine connects (5 ms less for each start).
 * `entry` calls `serve`; `late` are the modules it imports dynamically, whose exports must differ in name.
 */
export const pluginBuilds = (
  { entry, late, folder }: { readonly entry: string; readonly late: readonly string[]; readonly folder: string },
): readonly BuildOptions[] => {
  const calls = [join(import.meta.dirname, 'plugin-server.ts'), ...late];
  const shared = {
    bundle: true, platform: 'node', format: 'cjs', target: 'node20.19', minify: true, legalComments: 'none', logLevel: 'warning',
    // Kept as they are, they would start Node's loader of ES modules: 10 ms.
    supported: { 'dynamic-import': false },
  } satisfies BuildOptions;
  return [
    { ...shared, entryPoints: [entry], outfile: join(folder, handshakeFile), plugins: [leaving(calls)] },
    {
      ...shared, outfile: join(folder, callsFile),
      stdin: { contents: calls.map((path) => `export * from ${JSON.stringify(path)};`).join('\n'), resolveDir: folder },
    },
  ];
};
