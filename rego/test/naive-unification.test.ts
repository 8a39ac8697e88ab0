import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { evaluateText } from './support.ts';

const test = suite('rego: unification agrees with a naive evaluator');

/** A pattern of variables, numbers and arrays. */
type Pattern = number | string | readonly Pattern[];
const names = ['a', 'b', 'c'];
const { pattern } = fc.letrec<{ pattern: Pattern }>((tie) => ({
  pattern: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.integer({ min: 0, max: 2 }),
    fc.constantFrom(...names),
    fc.array(tie('pattern'), { maxLength: 3 }),
  ),
}));

const formatPattern = (each: Pattern): string => (typeof each === 'object' ? `[${each.map(formatPattern).join(', ')}]` : String(each));
type Values = Readonly<Record<string, number>>;
const fill = (each: Pattern, values: Values): unknown =>
  typeof each === 'object' ? each.map((item) => fill(item, values)) : typeof each === 'string' ? values[each] : each;

/** Every assignment of the numbers 0 to 2 under which all equations hold, found by trying each. */
function solveNaively(equations: readonly (readonly [Pattern, Pattern])[]): readonly (readonly number[])[] {
  const solutions: (readonly number[])[] = [];
  for (let code = 0; code < 27; code++) {
    const numbers = [Math.floor(code / 9), Math.floor(code / 3) % 3, code % 3];
    const values = Object.fromEntries(names.map((name, index) => [name, numbers[index] as number]));
    if (equations.every(([left, right]) => JSON.stringify(fill(left, values)) === JSON.stringify(fill(right, values))))
      solutions.push(numbers);
  }
  return solutions;
}

test('equations between patterns have the same solutions, in any order of statements', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(pattern, pattern), { minLength: 1, maxLength: 3 }), fc.boolean(), (equations, variablesFirst) => {
      // Values of the input have no types that the compiler could infer.
      const sides = equations.map(([left, right], index) => `${formatPattern(left)} = ${formatPattern(right)}; input.holds[${index}]`);
      const members = names.map((name) => `${name} = input.numbers[_]`);
      const body = (variablesFirst ? [...members, ...sides] : [...sides, ...members]).join('; ');
      const input = { numbers: [0, 1, 2], holds: equations.map(() => true) };
      const expected = solveNaively(equations);
      let found: unknown;
      try {
        found = evaluateText(`p := {[a, b, c] | ${body}}`, { input });
      } catch (error) {
        // Sides of different shapes are refused when they are compiled; then no assignment solves them.
        assert.match((error as Error).message, /match error/);
        found = [];
      }
      assert.equal(found, expected);
    }),
    { numRuns: runs(300) },
  );
});
test.run();
