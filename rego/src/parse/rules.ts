import { PolicyError } from '../errors.ts';
import type { Body, Clause, Rule, Statement, Term } from '../syntax/index.ts';
import {
  throwParseError,
  isPunctuator,
  isKeyword,
  maxSequence,
  peek,
  take,
  takePunctuator,
  takeKeyword,
  throwUnexpected,
  type Cursor,
} from './cursor.ts';
import { parseRuleHead, type RuleHead } from './rule-heads.ts';
import { parseBody, parseStatement } from './statements.ts';
import { parseTerm } from './terms.ts';

const trueTerm = (head: { readonly at: RuleHead['at'] }): Term => ({ term: 'scalar', value: true, at: head.at });

function parseBracedBody(cursor: Cursor): Body {
  take(cursor);
  const body = parseBody(cursor, '}');
  take(cursor);
  return body;
}
/** A statement that begins with a brace, such as an object comprehension; undefined where the brace opens a body. */
function parseBracedStatement(cursor: Cursor): Statement | undefined {
  const { index, depth } = cursor;
  try {
    const statement = parseStatement(cursor);
    // What could be a set of one member is a body of one statement.
    if (statement.is !== 'term' || statement.term.term !== 'set') return statement;
  } catch (error) {
    if (!(error instanceof PolicyError) || error.kind !== 'parse') throw error;
  }
  cursor.index = index;
  cursor.depth = depth;
  return undefined;
}
/** Parses the body after `if`: in braces, or a single statement. */
function parseIfBody(cursor: Cursor): Body {
  const { at } = peek(cursor);
  // An empty object holds.
  if (isPunctuator(cursor, '{') && isPunctuator(cursor, '}', 1)) {
    cursor.index += 2;
    return [{ is: 'term', term: trueTerm({ at }), withs: [], at }];
  }
  if (!isPunctuator(cursor, '{')) return [parseStatement(cursor)];
  const statement = parseBracedStatement(cursor);
  return statement ? [statement] : parseBracedBody(cursor);
}

/** After `else if` a brace always opens a body. */
const parseElseBody = (cursor: Cursor): Body => (isPunctuator(cursor, '{') ? parseBracedBody(cursor) : [parseStatement(cursor)]);
/** Parses `else = value { … }`, `else := value if …` and `else { … }`, and further ones that follow. */
function parseElse(cursor: Cursor, length = 0): Clause | undefined {
  if (!isKeyword(cursor, 'else')) return undefined;
  const { at } = take(cursor);
  if (length >= maxSequence) throwParseError(cursor, `more than ${maxSequence} times \`else\``, at, 'limit');
  const value = takePunctuator(cursor, ':=') || takePunctuator(cursor, '=') ? parseTerm(cursor) : undefined;
  const body = takeKeyword(cursor, 'if') ? parseElseBody(cursor) : isPunctuator(cursor, '{') ? parseBracedBody(cursor) : undefined;
  if (!value && !body) throwUnexpected(cursor, 'a value or a body after `else`');
  const otherwise = parseElse(cursor, length + 1);
  return { value: value ?? trueTerm({ at }), body: body ?? [], at, ...(otherwise ? { otherwise } : {}) };
}

/** @throws PolicyError for a default that would have to be evaluated. */
function checkDefaultValue(cursor: Cursor, term: Term): void {
  if (term.term === 'name' || term.term === 'reference' || term.term === 'call')
    throwParseError(cursor, 'a default value has no variables, references or calls', term.at);
  for (const part of term.term === 'object' ? term.entries.flat() : term.term === 'array' || term.term === 'set' ? term.items : [])
    checkDefaultValue(cursor, part);
}

function parseDefault(cursor: Cursor): Rule[] {
  const { at } = take(cursor);
  const head = parseRuleHead(cursor);
  if (!head.value || head.member) return throwParseError(cursor, 'a default needs a value', at);
  if (!(head.value.term === 'call' && head.value.name === 'set')) checkDefaultValue(cursor, head.value);
  const other = head.items?.find((item) => item.term !== 'name');
  if (other) throwParseError(cursor, 'the parameters of a default are names', other.at);
  if (head.path.some((step) => step.term !== 'scalar')) throwParseError(cursor, 'a default stands for a whole rule', at);
  if (takeKeyword(cursor, 'if') || isPunctuator(cursor, '{')) throwParseError(cursor, 'a default has no body', at);
  return [
    {
      name: head.name,
      path: head.path,
      ...(head.items ? { items: head.items } : {}),
      produces: 'value',
      isDefault: true,
      at,
      clause: { value: head.value, body: [], at },
    },
  ];
}

/** `at`: where the rule begins; a further body begins a rule of its own. */
function createRule(head: RuleHead, body: Body, isOldSyntax: boolean, at: RuleHead['at'], otherwise?: Clause): Rule {
  const rest = { name: head.name, isDefault: false, at };
  const clause = (value: Term): Clause => ({ value, body, at: head.at, ...(otherwise ? { otherwise } : {}) });
  if (head.member) return { ...rest, path: head.path, produces: 'member', clause: clause(head.member) };
  const [member, ...more] = head.path;
  // The older declaration of a set: only `name[member]`.
  if (isOldSyntax && !head.value && !head.items && member && more.length === 0 && head.bracket)
    return { ...rest, path: [], produces: 'member', clause: clause(member) };
  return {
    ...rest,
    path: head.path,
    ...(head.items ? { items: head.items } : {}),
    produces: 'value',
    clause: clause(head.value ?? trueTerm(head)),
  };
}

/** Parses one declaration; several bodies make several rules. `modern` requires `if` and `contains`. */
export function parseRule(cursor: Cursor, modern: boolean): Rule[] {
  if (isKeyword(cursor, 'default') && !isPunctuator(cursor, '(', 1)) return parseDefault(cursor);
  const head = parseRuleHead(cursor);
  const withIf = takeKeyword(cursor, 'if');
  if (modern && !withIf && isPunctuator(cursor, '{')) throwParseError(cursor, 'with `import rego.v1` a body follows `if`');
  const bodies: Body[] = withIf ? [parseIfBody(cursor)] : [];
  const starts = bodies.map(() => head.at);
  while (isPunctuator(cursor, '{') && (!withIf || !peek(cursor).hasLineBreakBefore)) {
    starts.push(bodies.length === 0 ? head.at : peek(cursor).at);
    bodies.push(parseBracedBody(cursor));
  }
  const otherwise = parseElse(cursor);
  if (otherwise && bodies.length === 0) throwParseError(cursor, '`else` follows a body', otherwise.at);
  if (otherwise && head.bracket && !head.items) throwParseError(cursor, '`else` cannot follow a part of an object or a set', otherwise.at);
  if (otherwise && (bodies.length > 1 || head.member))
    throwParseError(cursor, '`else` cannot follow several bodies or a set', otherwise.at);
  // A function without them is true for arguments that match its parameters.
  if (bodies.length === 0 && !head.value && !head.member && !head.bracket && !head.items)
    throwParseError(cursor, 'a rule needs a value or a body', head.at);
  const rules = bodies.length
    ? bodies.map((body, index) => createRule(head, body, !withIf, starts[index] ?? head.at, otherwise))
    : [createRule(head, [], true, head.at)];
  const set = rules[0]?.produces === 'member' && !head.member;
  if (modern && set) throwParseError(cursor, 'with `import rego.v1` a set is declared with `contains`', head.at);
  if (!peek(cursor).hasLineBreakBefore && peek(cursor).kind !== 'end') throwUnexpected(cursor, 'a new line');
  return rules;
}
