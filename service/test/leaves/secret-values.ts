/** Values with secrets inside, of every type, by chance of the seed. */
import { fc, seed } from '@slipway/test-support/seed';

type Value = string | number | boolean | readonly Value[] | { readonly [name: string]: Value };

const special = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'abXY09 "\\$%{}/<&\'ö😀=:#+?') });
/** No other text has one of these: what is found is a leaf. */
const marked = fc.integer({ min: 10_000_000, max: 99_999_999 }).map((number) => `Zk${number}q`);
const text = fc.tuple(marked, special).map(([mark, more]) => `${mark}${more}x`);
const lines = fc
  .array(
    fc.tuple(marked, special).map(([mark, more]) => `${mark} ${more}.`),
    { minLength: 2, maxLength: 4 },
  )
  .map((all) => `${all.join('\n')}\n`);
const number = fc.oneof(
  fc.integer({ min: 10_000_000, max: 2 ** 45 }),
  fc.integer({ min: 100_000, max: 999_999 }).map((one) => one / 64 + 1000),
);
const yaml = fc.tuple(marked, number).map(([inner, port]) => `inner: ${inner}\nlist:\n- port: ${port}\n`);
const { tree } = fc.letrec<{ tree: Value }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    text,
    lines,
    number,
    fc.boolean(),
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
    fc.dictionary(fc.constantFrom('name', 'port', 'list', 'key'), tie('tree'), { minKeys: 1, maxKeys: 3 }),
    fc.tuple(text, number).map(([inner, port]) => JSON.stringify({ inner, port, deep: JSON.stringify([inner]) })),
  ),
}));

/** Objects with at least a text, lines and a number, as the value of a sensitive variable. */
export const sampleSecrets = (count: number): readonly Value[] =>
  fc.sample(
    fc.record({ password: text, key: lines, port: number, yaml, more: fc.array(tree, { minLength: 2, maxLength: 4 }), on: fc.boolean() }),
    { numRuns: count, seed },
  );

const renderText = (one: string): string => JSON.stringify(one).replaceAll(/([$%])\{/g, '$1$1{');
/** As an expression: texts of several lines as heredocs, others in quotes. */
export const renderExpression = (value: Value): string => {
  if (Array.isArray(value)) return `[${value.map((one) => `${renderExpression(one)}\n`).join(', ')}]`;
  if (typeof value === 'object')
    return `{\n${Object.entries(value)
      .map(([name, one]) => `${name} = ${renderExpression(one as Value)}\n`)
      .join('')}}`;
  if (typeof value !== 'string') return String(value);
  return /^[^\\]+\n$/.test(value) ? `<<EOT\n${value.replaceAll(/([$%])\{/g, '$1$1{')}EOT` : renderText(value);
};

/** Every scalar but booleans, also those of JSON and YAML texts; of a text with several lines each line. */
export const listLeaves = (value: Value): readonly string[] => {
  if (typeof value === 'boolean') return [];
  if (typeof value === 'object') return Object.values(value).flatMap((one) => listLeaves(one as Value));
  const whole = String(value);
  if (/^[[{]/.test(whole)) return [...listLeaves(JSON.parse(whole) as Value)];
  const lines = whole.trim().split('\n');
  return [...lines, ...(lines.length > 1 ? lines.flatMap((line) => /^(?:- )?[a-z]+: (.+)$/.exec(line)?.[1] ?? []) : [])];
};
/** A leaf as it may stand somewhere. */
export const listSpellings = (leaf: string): readonly string[] => {
  const json = JSON.stringify(leaf).slice(1, -1);
  const go = json.replaceAll('<', '\\u003c').replaceAll('&', '\\u0026');
  const base64 = Buffer.from(leaf).toString('base64').replace(/=+$/, '');
  return [...new Set([leaf, json, go, JSON.stringify(go).slice(1, -1), encodeURIComponent(leaf), base64])];
};

/** A program that prints every leaf of the JSON in these variables of its environment in every spelling. */
export const printingProgram = `
const json = (one) => JSON.stringify(one).slice(1, -1);
const show = (value) => {
  if (typeof value === 'object' && value !== null) { for (const one of Object.values(value)) show(one); return; }
  const text = String(value);
  console.log('leaf [' + text + ']', json(text), json(json(text)), encodeURIComponent(text));
  console.log(Buffer.from(text).toString('base64'), Buffer.from('user:' + text + '@').toString('base64'));
  if (typeof value === 'number') console.log('number', value.toExponential());
  if (/^[\\[{]/.test(text)) show(JSON.parse(text));
  for (const line of text.split('\\n')) console.log('line', line, '|', line.split(': ').at(-1));
};
for (const name of process.argv.slice(2)) {
  console.log(name, process.env[name]);
  show(JSON.parse(process.env[name]));
}
`;
