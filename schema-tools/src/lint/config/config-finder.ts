import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LintConfig } from './lint-config.ts';

/** Names of config files in the order of precedence, in a file's folder and those above it. */
export const configFileNames: readonly string[] = ['slipway-lint.json', 'slipway-lint.yaml', 'slipway-lint.yml'];

/** Answers the config of a folder: the nearest one going up. Looks and reads once. */
export interface ConfigFinder {
  find(folder: string): Promise<LintConfig | undefined>;
}

/** Finds the config of a folder; with `named`, that file for every folder. Throws ConfigFault if one is invalid. */
export function configFinder({
  named,
  shown,
  others = async () => [],
}: {
  readonly named?: string | undefined;
  readonly shown: (file: string) => string;
  /** Ids of rules that the program around brings along. */ readonly others?: () => Promise<readonly string[]>;
}): ConfigFinder {
  const places = new Map<string, string | undefined>();
  const read = new Map<string, Promise<LintConfig>>();
  const reading = (file: string): Promise<LintConfig> => {
    const known = read.get(file);
    if (known) return known;
    // What a config needs (the evaluator) is loaded when there is one.
    const made = import('./read-config.ts').then(async ({ readConfig }) => readConfig(file, shown(file), await others()));
    read.set(file, made);
    return made;
  };
  const placeFor = (folder: string): string | undefined => {
    if (places.has(folder)) return places.get(folder);
    const here = configFileNames.map((name) => join(folder, name)).find((file) => existsSync(file));
    const above = dirname(folder);
    const place = here ?? (above === folder ? undefined : placeFor(above));
    places.set(folder, place);
    return place;
  };
  return {
    find: async (folder) => {
      const file = named ?? placeFor(folder);
      return file === undefined ? undefined : await reading(file);
    },
  };
}
