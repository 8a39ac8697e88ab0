import type { Body, Clause, Rule, Term } from '../syntax/index.ts';
import { fail, isSign, isWord, longest, peek, take, takeSign, takeWord, unexpected, type Cursor } from './cursor.ts';
import { parseHead, type Head } from './heads.ts';
import { parseBody, parseStatement } from './statements.ts';
import { parseTerm } from './terms.ts';

const yes = (head: { readonly at: Head['at'] }): Term => ({ term: 'scalar', value: true, at: head.at });

function parseBraces(cursor: Cursor): Body {
  take(cursor);
  const body = parseBody(cursor, '}');
  take(cursor);
  return body;
}
/** After `if` a `{` opens a body; anything else is the one statement of it. */
const parseIfBody = (cursor: Cursor): Body => (isSign(cursor, '{') ? parseBraces(cursor) : [parseStatement(cursor)]);

/** `else = value { … }`, `else := value if …`, `else { … }`, as often as they follow. */
function parseElse(cursor: Cursor, length = 0): Clause | undefined {
  if (!isWord(cursor, 'else')) return undefined;
  const { at } = take(cursor);
  if (length >= longest) fail(cursor, `more than ${longest} times \`else\``, at, 'limit');
  const value = takeSign(cursor, ':=') || takeSign(cursor, '=') ? parseTerm(cursor) : undefined;
  const body = takeWord(cursor, 'if') ? parseIfBody(cursor) : isSign(cursor, '{') ? parseBraces(cursor) : undefined;
  if (!value && !body) unexpected(cursor, 'a value or a body after `else`');
  const otherwise = parseElse(cursor, length + 1);
  return { value: value ?? yes({ at }), body: body ?? [], at, ...(otherwise ? { otherwise } : {}) };
}

function parseDefault(cursor: Cursor): Rule[] {
  const { at } = take(cursor);
  const head = parseHead(cursor);
  if (!head.value || head.member) return fail(cursor, 'a default needs a value', at);
  if (head.path.some((step) => step.term !== 'scalar')) fail(cursor, 'a default stands for a whole rule', at);
  if (takeWord(cursor, 'if') || isSign(cursor, '{')) fail(cursor, 'a default has no body', at);
  return [{ name: head.name, path: head.path, ...(head.items ? { items: head.items } : {}), gives: 'value', isDefault: true, at, clause: { value: head.value, body: [], at } }];
}

function ruleOf(head: Head, body: Body, old: boolean, otherwise?: Clause): Rule {
  const rest = { name: head.name, isDefault: false, at: head.at };
  const clause = (value: Term): Clause => ({ value, body, at: head.at, ...(otherwise ? { otherwise } : {}) });
  if (head.member) return { ...rest, path: head.path, gives: 'member', clause: clause(head.member) };
  const [member, ...more] = head.path;
  // The older way to declare a set: `name[member]` and nothing else.
  if (old && !head.value && !head.items && member && more.length === 0 && head.bracket) return { ...rest, path: [], gives: 'member', clause: clause(member) };
  return { ...rest, path: head.path, ...(head.items ? { items: head.items } : {}), gives: 'value', clause: clause(head.value ?? yes(head)) };
}

/** One declaration; several bodies in a row make several rules. `modern` asks for `if` and `contains`. */
export function parseRule(cursor: Cursor, modern: boolean): Rule[] {
  if (isWord(cursor, 'default') && !isSign(cursor, '(', 1)) return parseDefault(cursor);
  const head = parseHead(cursor);
  const withIf = takeWord(cursor, 'if');
  if (modern && !withIf && isSign(cursor, '{')) fail(cursor, 'with `import rego.v1` a body follows `if`');
  const bodies: Body[] = withIf ? [parseIfBody(cursor)] : [];
  while (!withIf && isSign(cursor, '{')) bodies.push(parseBraces(cursor));
  const otherwise = parseElse(cursor);
  if (otherwise && bodies.length === 0) fail(cursor, '`else` follows a body', otherwise.at);
  if (otherwise && head.bracket && !head.items) fail(cursor, '`else` cannot follow a part of an object or a set', otherwise.at);
  if (otherwise && (bodies.length > 1 || head.member)) fail(cursor, '`else` cannot follow several bodies or a set', otherwise.at);
  if (bodies.length === 0 && !head.value && !head.member && !head.bracket) fail(cursor, 'a rule needs a value or a body', head.at);
  const rules = bodies.length ? bodies.map((body) => ruleOf(head, body, !withIf, otherwise)) : [ruleOf(head, [], true)];
  const set = rules[0]?.gives === 'member' && !head.member;
  if (modern && set) fail(cursor, 'with `import rego.v1` a set is declared with `contains`', head.at);
  if (!peek(cursor).newLine && peek(cursor).is !== 'end' && !takeSign(cursor, ';')) unexpected(cursor, 'a new line');
  return rules;
}
