import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const checkout = dirname(fileURLToPath(new URL('../../../package.json', import.meta.url)));

/** Why tests of the official suite are skipped. */
export const skipReason = 'the official suite is not at hand: set JSON_SCHEMA_TEST_SUITE to its folder';

/**
 * The folder of the official JSON Schema test suite (MIT), which is not part of this project: named by
 * JSON_SCHEMA_TEST_SUITE, or found as `data/json-schema-test-suite` in a folder beside the checkout. Undefined where it is
 * not at hand.
 */
export const suiteFolder = (): string | undefined => {
  const named = process.env['JSON_SCHEMA_TEST_SUITE'];
  if (named) return named;
  const beside = join(checkout, '..');
  return readdirSync(beside)
    .map((name) => join(beside, name, 'data', 'json-schema-test-suite'))
    .find((path) => existsSync(path));
};

/** The drafts: the suite's folder, the dialect, and the number that the annotation tests' `compatibility` compares. */
export const drafts = [
  { folder: 'draft4', dialect: 'http://json-schema.org/draft-04/schema', release: 4 },
  { folder: 'draft6', dialect: 'http://json-schema.org/draft-06/schema', release: 6 },
  { folder: 'draft7', dialect: 'http://json-schema.org/draft-07/schema', release: 7 },
  { folder: 'draft2019-09', dialect: 'https://json-schema.org/draft/2019-09/schema', release: 2019 },
  { folder: 'draft2020-12', dialect: 'https://json-schema.org/draft/2020-12/schema', release: 2020 },
  { folder: 'v1', dialect: 'https://json-schema.org/v1', release: 9999 },
] as const;

export interface TestGroup {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** The required tests of a draft, by file. */
export const requiredTests = (suite: string, draft: string): readonly { readonly file: string; readonly groups: readonly TestGroup[] }[] =>
  readdirSync(join(suite, 'tests', draft))
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ file: name.replace('.json', ''), groups: readJson(join(suite, 'tests', draft, name)) as readonly TestGroup[] }));

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : path.endsWith('.json') ? [path] : [];
  });

/** The schemas that tests of a draft refer to, by the URI they are to be served under. */
export const remoteSchemas = (suite: string, draft: string): { readonly [uri: string]: unknown } => {
  const root = join(suite, 'remotes');
  const isOf = (path: string): boolean => !/^(draft[^/]*|v1)\//.test(path) || path.startsWith(`${draft}/`);
  return Object.fromEntries(
    filesIn(root)
      .filter((path) => isOf(relative(root, path)))
      .map((path) => [`http://localhost:1234/${relative(root, path)}`, readJson(path)]),
  );
};

export interface AnnotationGroup {
  readonly description: string;
  readonly compatibility?: string;
  readonly schema: unknown;
  readonly externalSchemas?: { readonly [uri: string]: unknown };
  readonly tests: readonly {
    readonly instance: unknown;
    readonly assertions: readonly {
      readonly location: string;
      readonly keyword: string;
      readonly expected: { readonly [place: string]: unknown };
    }[];
  }[];
}

export const annotationTests = (suite: string): readonly { readonly file: string; readonly groups: readonly AnnotationGroup[] }[] =>
  readdirSync(join(suite, 'annotations', 'tests')).map((name) => ({
    file: name.replace('.json', ''),
    groups: (readJson(join(suite, 'annotations', 'tests', name)) as { readonly suite: readonly AnnotationGroup[] }).suite,
  }));

/** Whether a case says it is for a release: `6,<=2019`, `=2020`, `9999`. */
export const isCompatible = (compatibility: string | undefined, release: number): boolean =>
  (compatibility ?? '')
    .split(',')
    .filter(Boolean)
    .every((part) => {
      const [, operator, said] = /^(<=|>=|=)?(\d+)$/.exec(part)!;
      return operator === '=' ? release === Number(said) : operator === '<=' ? release <= Number(said) : release >= Number(said);
    });
