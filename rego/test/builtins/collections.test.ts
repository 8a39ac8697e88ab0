import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { evaluateExpression } from '../support.ts';

const test = suite('rego builtins: collections');

test('count: members, keys, characters', () => {
  assert.equal(evaluateExpression('[count([1, 1]), count({1, 1}), count({"a": 1}), count("añ😀"), count([])]'), [2, 1, 1, 3, 0]);
  assert.is(evaluateExpression('count(input)', { input: 5 }), undefined);
});
test('sum and product of arrays and sets', () => {
  assert.equal(evaluateExpression('[sum([1, 2.5]), sum(set()), product([2, 3]), product([])]'), [3.5, 0, 6, 1]);
  assert.is(evaluateExpression('sum(input)', { input: ['1'] }), undefined);
});
test('min and max by the order of values; undefined for empty collections', () => {
  assert.equal(evaluateExpression('[max({"b", "a"}), min([3, "a", null]), max([1, "a", [0]])]'), ['b', null, [0]]);
  assert.is(evaluateExpression('max([])'), undefined);
});
test('sort orders values of any type', () => {
  assert.equal(evaluateExpression('sort(["b", {1}, 1, {"k": 1}, [0], null, true, "a", false])'), [
    null,
    false,
    true,
    1,
    'a',
    'b',
    [0],
    { k: 1 },
    [1],
  ]);
});
test('operators on sets', () => {
  assert.equal(evaluateExpression('[({1, 2} | {3}), {1, 2} & {2, 3}, {1, 2} - {1}]'), [[1, 2, 3], [2], [2]]);
  assert.is(evaluateExpression('{1} - input', { input: [1] }), undefined);
  assert.is(evaluateExpression('input | {2}', { input: [1] }), undefined);
});
test('union and intersection of many', () => {
  assert.equal(evaluateExpression('[union({{1}, {2}}), intersection({{1, 2}, {2, 3}}), union(set()), intersection(set())]'), [
    [1, 2],
    [2],
    [],
    [],
  ]);
});
test('arrays', () => {
  assert.equal(evaluateExpression('[array.concat([1], [2]), array.reverse([1, 2]), array.flatten([1, [2, [3]]])]'), [
    [1, 2],
    [2, 1],
    [1, 2, [3]],
  ]);
  assert.equal(evaluateExpression('[array.slice([1, 2, 3, 4], 1, 3), array.slice([1, 2], -5, 10), array.slice([1, 2], 2, 1)]'), [
    [2, 3],
    [1, 2],
    [],
  ]);
});
test('object.get: a key, a path, or the default', () => {
  assert.equal(
    evaluateExpression(
      '[object.get({"a": 1}, "a", 0), object.get({"a": 1}, "z", "none"), ' +
        'object.get({"a": {"b": [5]}}, ["a", "b", 0], 0), object.get({"a": 1}, ["a", "b"], 7)]',
    ),
    [1, 'none', 5, 7],
  );
  assert.equal(evaluateExpression('object.get({"a": false}, "a", true)'), false);
  assert.is(evaluateExpression('object.get(input, 0, 9)', { input: [1] }), undefined);
});
test('keys, remove, filter', () => {
  assert.equal(
    evaluateExpression(
      '[object.keys({"b": 1, "a": 2}), object.remove({"a": 1, "b": 2}, ["a"]), ' +
        'object.filter({"a": 1, "b": 2}, {"a", "z"}), object.remove({"a": 1}, {"a": 9})]',
    ),
    [['a', 'b'], { b: 2 }, { a: 1 }, {}],
  );
});
test('union merges objects within objects, and the right side wins', () => {
  assert.equal(evaluateExpression('object.union({"a": {"b": 1, "c": 1}, "d": 1}, {"a": {"c": 2}, "d": [3]})'), {
    a: { b: 1, c: 2 },
    d: [3],
  });
  assert.equal(evaluateExpression('object.union_n([{"a": 1}, {"a": 2, "b": 1}, {"b": 3}])'), { a: 2, b: 3 });
});
test('subset', () => {
  assert.equal(
    evaluateExpression(
      '[object.subset({"a": {"b": 1, "c": 2}}, {"a": {"b": 1}}), object.subset({"a": 1}, {"a": 2}), ' +
        'object.subset({1, 2}, {1}), object.subset([1, 2, 3], [2, 3]), object.subset([1, 2, 3], [1, 3])]',
    ),
    [true, false, true, true, false],
  );
});
test('filter and remove by paths', () => {
  assert.equal(evaluateExpression('json.filter({"a": {"b": 1, "c": 2}, "d": 3}, ["a/b", "d"])'), { a: { b: 1 }, d: 3 });
  assert.equal(evaluateExpression('json.remove({"a": [{"b": 1, "c": 2}, 5]}, ["/a/0/b", ["a", 1]])'), { a: [{ c: 2 }] });
});
test('types', () => {
  assert.equal(evaluateExpression('[type_name(x) | some x in [null, true, 1, "", [], {}, set()]]'), [
    'null',
    'boolean',
    'number',
    'string',
    'array',
    'object',
    'set',
  ]);
  assert.equal(
    evaluateExpression(
      '[is_array([]), is_boolean(false), is_null(null), is_number(1), is_object({}), is_set(set()), is_string(""), ' +
        'is_string(1), is_set([])]',
    ),
    [true, true, true, true, true, true, true, false, false],
  );
});
test('walk returns every value with its path', () => {
  assert.equal(evaluateExpression('[x | walk([1, {"a": 2}], x)]'), [
    [[], [1, { a: 2 }]],
    [[0], 1],
    [[1], { a: 2 }],
    [[1, 'a'], 2],
  ]);
  assert.equal(evaluateExpression('{path | walk(input, [path, 7])}', { input: { a: 7, b: [7, 8] } }), [['a'], ['b', 0]]);
});
test('reachable nodes of a graph', () => {
  assert.equal(evaluateExpression('graph.reachable({"a": ["b"], "b": ["a", "c"], "c": [], "d": []}, {"a"})'), ['a', 'b', 'c']);
});
test('a node that the graph does not have is not reachable', () => {
  assert.equal(evaluateExpression('[graph.reachable({"a": ["b"]}, ["a"]), graph.reachable({}, ["a"]), graph.reachable({"a": []}, [])]'), [
    ['a'],
    [],
    [],
  ]);
});
test('object.get gives a member that is null', () => {
  assert.is(evaluateExpression('object.get({"a": null}, "a", "d")'), null);
  assert.is(evaluateExpression('object.get({"a": {"b": null}}, ["a", "b"], "d")'), null);
  assert.is(evaluateExpression('object.get({"a": null}, ["a", "b"], "d")'), 'd');
});
test('object.subset compares collections inside objects as subsets', () => {
  for (const [whole, part, expected] of [
    ['{"a": {"b": {1, 2}}}', '{"a": {"b": {1}}}', true],
    ['{"a": [1, 2, 3]}', '{"a": [2, 3]}', true],
    ['{"a": [1, 2, 3]}', '{"a": [1, 3]}', false],
    ['{"a": [1, 2]}', '{"a": {1}}', true],
    ['{"a": {"b": 1}}', '{"a": 1}', false],
    ['{"a": 1}', '{"a": {}}', false],
    ['{1, 2}', '[1]', undefined],
    ['{"a": 1}', '["a"]', undefined],
    ['[]', '{}', undefined],
  ] as const)
    assert.is(evaluateExpression(`object.subset(${whole}, ${part})`), expected, `${whole} ${part}`);
});
test.run();
