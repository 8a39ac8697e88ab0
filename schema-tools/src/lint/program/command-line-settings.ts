import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CommandLineSettings } from '../config/file-settings.ts';
import { isUri } from '../find-schema/is-uri.ts';
import type { LintOptions } from './lint-options.ts';
import { UsageError } from './usage-error.ts';

/**
 * The settings of the command line, with absolute paths. `others`: IDs of rules that the program supplies. Throws a UsageFault for files
 * that do not exist.
 */
export async function commandLineSettings(
  options: LintOptions,
  cwd: string,
  others: () => Promise<readonly string[]> = async () => [],
): Promise<CommandLineSettings> {
  const path = (option: string, name: string, kind: 'file' | 'folder'): string => {
    const found = resolve(cwd, name);
    if (!existsSync(found)) throw new UsageError(`${option} ${name}: there is no such ${kind}`);
    if (statSync(found).isDirectory() !== (kind === 'folder')) throw new UsageError(`${option} ${name}: this is no ${kind}`);
    return found;
  };
  const { schema, catalog, providerSchemas, rule, atVersion, strictSpec, formats } = options;
  if (rule !== undefined) {
    const ruleIds = [...(await import('../rules/index.ts')).ruleIds, ...(await others())];
    const unknown = Object.keys(rule).find((id) => !ruleIds.includes(id));
    if (unknown !== undefined) throw new UsageError(`--rule: there is no rule ${unknown}; there are: ${ruleIds.join(', ')}`);
  }
  if (atVersion !== undefined) {
    const { isVersion } = await import('../severity/index.ts');
    if (!isVersion(atVersion)) throw new UsageError(`--at-version ${atVersion}: expected a version, such as 2.4 or 2026-03-31`);
  }
  return {
    schema: schema === undefined || isUri(schema) ? schema : path('--schema', schema, 'file'),
    catalog: catalog === undefined ? undefined : path('--catalog', catalog, 'folder'),
    providerSchemas: providerSchemas?.map((name) => path('--provider-schemas', name, 'file')),
    rules: rule,
    atVersion,
    strictSpec,
    formats,
  };
}
