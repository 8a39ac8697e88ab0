/** Configurations of a linter, for which there is a large published schema: 1 to 3 KB each, every one another. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';

const rules = [
  'accessor-pairs array-callback-return block-scoped-var class-methods-use-this complexity curly default-case',
  'eqeqeq for-direction func-names getter-return guard-for-in id-length max-depth max-params new-cap no-alert',
  'no-array-constructor no-bitwise no-caller no-console no-debugger no-empty no-eval no-extra-bind no-fallthrough',
  'no-global-assign no-inner-declarations no-iterator no-label-var no-lonely-if no-loss-of-precision',
].flatMap((row) => row.split(' '));
const levels = ['off', 'warn', 'error'];

/** Some of the rules, beginning with another one for each index. */
const someRules = (index: number, count: number): object =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [rules[(index + at) % rules.length]!, levels[(index * 7 + at) % levels.length]!]),
  );

const configuration = (index: number): object => ({
  plugins: ['typescript', 'import', 'unicorn'],
  categories: { correctness: 'error', perf: levels[index % 3] },
  env: { node: true, browser: index % 2 === 0 },
  globals: { [`global${index}`]: 'readonly', fixed: 'writable' },
  rules: someRules(index, 16 + (index % 16)),
  overrides: Array.from({ length: 1 + (index % 4) }, (_, at) => ({
    files: [`packages/p${index}/src/part${at}/**/*.ts`, `**/*.${at}.test.ts`],
    rules: someRules(index + at * 5, 6 + (index % 5)),
  })),
  ignorePatterns: ['**/dist/**', `generated/${index}/**`],
});

/** Writes files with these extensions in turn into a hundred folders; returns their paths. */
export const writeConfigurations = (folder: string, count: number, extensions: readonly string[]): readonly string[] =>
  Array.from({ length: count }, (_, index) => {
    const extension = extensions[index % extensions.length]!;
    const place = join(folder, String(index % 100));
    mkdirSync(place, { recursive: true });
    const file = join(place, `configuration-${index}.${extension}`);
    const value = configuration(index);
    writeFileSync(file, extension === 'yaml' ? stringify(value) : `${JSON.stringify(value, null, 2)}\n`);
    return file;
  });
