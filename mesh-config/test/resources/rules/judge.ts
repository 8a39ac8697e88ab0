import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { kinds } from '../../../src/resources/kinds/kinds.ts';
import { compileBuiltinSchemas } from '../../../src/resources/schemas/compile-builtin-schemas.ts';
import { validateDocument } from '../../../src/resources/validate-document.ts';

const compiled = await compileBuiltinSchemas();

/** `pointer: message` of everything that is wrong with a document of this kind; pointers are below the spec, unless they begin with `#`. */
export const judge = (kind: string, spec: unknown, name = 'a'): readonly string[] => {
  const { collection } = kinds.find((one) => one.kind === kind)!;
  const document = { kind, metadata: { name }, spec: typeof spec === 'string' ? (parse(spec) as unknown) : spec };
  const schema = compiled.get(collection);
  return validateDocument(collection, document, schema ? [schema] : []).map(
    ({ pointer, message }) => `${pointer.startsWith('/spec') ? pointer.slice('/spec'.length) : `#${pointer}`}: ${message}`,
  );
};

/** Specs that are valid, and specs with everything that is wrong with them. */
export interface RuleCases {
  readonly valid: readonly string[];
  readonly invalid: readonly (readonly [spec: string, ...problems: readonly string[]])[];
}

/** One suite for a kind: a test for each group of cases. */
export const testRules = (kind: string, groups: Readonly<Record<string, RuleCases>>, name?: string): void => {
  const test = suite(`mesh rules: ${kind}`);
  for (const [rule, { valid, invalid }] of Object.entries(groups))
    test(rule, () => {
      for (const spec of valid) assert.equal(judge(kind, spec, name), [], spec);
      for (const [spec, ...problems] of invalid) assert.equal(judge(kind, spec, name), problems, spec);
    });
  test.run();
};
