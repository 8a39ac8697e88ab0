import { baseOf, holderOf, nameOf, type Row, type Schemas } from './ast.ts';
import { type Context, contextOf } from '../keywords/context.ts';
import { checksOf, isSilent, last, neighbours } from '../keywords/index.ts';
import { reaching } from './graph.ts';
import { type At, type Check, forget, goesOn, type Node, noneSeen, type Run, sawAlso, type Seen, unknown } from './node.ts';
import { pruned } from './prune.ts';

const programs = new WeakMap<Schemas, Map<string, Node>>();

/**
 * The closures of a compiled schema that listen to these keywords, made once; each subschema's when an instance first needs
 * it. `lenient`: for an evaluation that asks for no verdict.
 */
export const program = (schemas: Schemas, keywords: ReadonlySet<string>, lenient = false): Node => {
  let known = programs.get(schemas);
  if (!known) programs.set(schemas, known = new Map());
  const [only = ''] = keywords;
  const key = `${lenient ? 'lenient' : 'strict'} ${keywords.size > 1 ? [...keywords].sort().join(' ') : only}`;
  let found = known.get(key);
  if (!found) known.set(key, found = build(lenient ? leading(schemas, keywords) : schemas, keywords));
  return found;
};

/** Without what cannot change which of these keywords are found; the whole where one of them holds schemas or asserts, since its value would be cut. */
const leading = (schemas: Schemas, keywords: ReadonlySet<string>): Schemas => {
  const isWhole = Object.values(schemas.nodes).some((rows) => typeof rows !== 'boolean' && rows.some((row) => !isSilent(row[0]) && keywords.has(nameOf(row))));
  return isWhole ? schemas : { ...schemas, nodes: pruned(schemas, keywords) };
};

const build = (schemas: Schemas, keywords: ReadonlySet<string>): Node => {
  const reached: ReadonlySet<string> = keywords.size === 0 ? new Set() : reaching(schemas, keywords);
  const isDynamic = Object.values(schemas.dynamicAnchors).some((anchors) => Object.keys(anchors).length > 0);
  const nodes = new Map<string, Node>();
  const nodeAt = (uri: string): Node => {
    const known = nodes.get(uri);
    if (known) return known;
    const rows = schemas.nodes[uri];
    const node: Node = {
      uri, reaches: reached.has(uri),
      evaluate: (value, at, run, seen) => { node.evaluate = checkOf(node, rows as readonly Row[]); return node.evaluate(value, at, run, seen); },
    };
    if (rows === true) node.evaluate = () => true;
    if (rows === false) node.evaluate = refuse(uri);
    nodes.set(uri, node);
    return node;
  };
  const checkOf = (node: Node, rows: readonly Row[]): Check => {
    const context: Context = contextOf(rows, nodeAt, schemas);
    const own = node.reaches ? rows.filter((row) => keywords.has(nameOf(row))) : [];
    const [checks, after] = [checksOf(neighbours, context), checksOf(last, context)];
    const listening = schemaCheck(node, own, checks, after);
    const check = after.length > 0 ? listening : orOnlyValidating(listening, checks);
    return isDynamic ? scoped(baseOf(node.uri), check) : check;
  };
  return nodeAt(schemas.root);
};

/** The schema `false`: as `additionalProperties` it speaks of the property's name. */
const refuse = (uri: string): Check => (_value, at, run) => {
  const keyword = holderOf(uri);
  const isNamed = at !== null && at.outer !== null && typeof at.step === 'string';
  if (run.faults && at) run.faults.push({ at, keyword, location: uri, message: isNamed ? `\`${at.step}\` is not allowed here` : 'nothing is allowed here' });
  return false;
};

/** `contentMediaType` and its kin annotate strings alone; a keyword without a value says nothing. */
const speaks = ([keyword, , said]: Row, value: unknown): boolean => said !== undefined && (typeof value === 'string' || !keyword.startsWith('content'));

/** A schema object: all its keywords, then those that ask what the others have seen. */
const schemaCheck = (node: Node, own: readonly Row[], checks: readonly Check[], after: readonly Check[]): Check => (value, from, run, seen) => {
  const at: At | null = from !== null && (node.reaches || run.faults !== null) ? from : null;
  const on = goesOn(run, at);
  const local: Seen | null = seen !== null || after.length > 0 ? noneSeen() : null;
  const mark = run.hits.length;
  if (value === unknown && checks.length + after.length > 0) run.doubt = true;
  let passes = true;
  for (const check of checks) {
    if (!check(value, at, run, local)) passes = false;
    if (!passes && !on) break;
  }
  if (passes || on)
    for (const check of after) {
      // In a place that has failed already, what was left over is not certain: it is neither listened to nor told.
      if (!passes && run.faults) break;
      if (!check(value, passes ? at : null, run, local)) passes = false;
      if (!passes && !on) break;
    }
  if (!passes && !run.lenient) forget(run, mark);
  else if (at && own.length > 0 && (run.only === null || run.only.has(value))) for (const row of own) if (speaks(row, value)) run.hits.push({ at, row, uri: node.uri });
  if (seen && local && (passes || on)) sawAlso(seen, local);
  return passes;
};

/** The same with less to do, where nobody listens and nobody asks what was evaluated. */
const orOnlyValidating = (listening: Check, checks: readonly Check[]): Check => (value, from, run, seen) => {
  if (from !== null || seen !== null) return listening(value, from, run, seen);
  if (value === unknown && checks.length > 0) run.doubt = true;
  for (let index = 0; index < checks.length; index += 1) if (!checks[index]!(value, null, run, null)) return false;
  return true;
};

/** Enters the schema's resource into the dynamic scope, where it is new. */
const scoped = (base: string, check: Check): Check => (value, at, run: Run, seen) => {
  if (run.scope.includes(base)) return check(value, at, run, seen);
  run.scope.push(base);
  const passes = check(value, at, run, seen);
  run.scope.pop();
  return passes;
};
