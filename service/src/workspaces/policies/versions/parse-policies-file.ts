/** A policy of a policy set, as the file `policies.hcl` of the set declares it. */
export interface DeclaredPolicy {
  readonly name: string;
  readonly query: string;
  readonly level: 'mandatory' | 'advisory';
  readonly description: string;
}
/** Why the file cannot be read: the end of a sentence. */
export class PoliciesFileError extends Error {}

interface FileToken {
  readonly kind: 'text' | 'word' | 'mark';
  readonly text: string;
  readonly line: number;
}
const tokenPattern = /(#[^\n]*|\/\/[^\n]*|\/\*[^]*?\*\/|\s+)|"((?:[^"\\\n]|\\.)*)"|([A-Za-z_][\w-]*)|([{}=])/y;
const maxTokens = 20_000;

const parseText = (quoted: string, line: number): string => {
  if (/[$%]\{/.test(quoted)) throw new PoliciesFileError(`line ${line}: expected a text without a template`);
  try {
    return JSON.parse(`"${quoted}"`) as string;
  } catch {
    throw new PoliciesFileError(`line ${line}: expected a text, got "${quoted.slice(0, 60)}"`);
  }
};

const tokenize = (text: string): readonly FileToken[] => {
  const tokens: FileToken[] = [];
  let line = 1;
  for (tokenPattern.lastIndex = 0; tokenPattern.lastIndex < text.length;) {
    const match = tokenPattern.exec(text);
    if (!match || tokens.length > maxTokens) throw new PoliciesFileError(`line ${line} cannot be read`);
    const [matched, space, quoted, word] = match;
    if (quoted !== undefined) tokens.push({ kind: 'text', text: parseText(quoted, line), line });
    else if (space === undefined) tokens.push({ kind: word === undefined ? 'mark' : 'word', text: word ?? matched, line });
    line += matched.split('\n').length - 1;
  }
  return tokens;
};

interface FileCursor {
  readonly tokens: readonly FileToken[];
  at: number;
}
const take = (cursor: FileCursor, kind: FileToken['kind'], text?: string): FileToken => {
  const token = cursor.tokens[cursor.at++];
  const isExpected = token !== undefined && token.kind === kind && (text === undefined || token.text === text);
  const line = token?.line ?? cursor.tokens.at(-1)?.line ?? 1;
  if (!isExpected)
    throw new PoliciesFileError(`line ${line}: expected ${text ?? `a ${kind}`}, got ${token ? JSON.stringify(token.text) : 'the end'}`);
  return token;
};

const attributeNames = ['query', 'enforcement_level', 'description'];

const parsePolicy = (cursor: FileCursor): DeclaredPolicy => {
  const { text: name, line } = take(cursor, 'text');
  take(cursor, 'mark', '{');
  const values = new Map<string, string>();
  while (cursor.tokens[cursor.at]?.text !== '}') {
    const attribute = take(cursor, 'word');
    if (!attributeNames.includes(attribute.text) || values.has(attribute.text))
      throw new PoliciesFileError(`line ${attribute.line}: expected ${attributeNames.join(', ')}, each once, got ${attribute.text}`);
    take(cursor, 'mark', '=');
    values.set(attribute.text, take(cursor, 'text').text);
  }
  take(cursor, 'mark', '}');
  const [query, level = 'advisory'] = [values.get('query'), values.get('enforcement_level')];
  if (query === undefined) throw new PoliciesFileError(`line ${line}: the policy ${JSON.stringify(name)} has no query`);
  if (level !== 'mandatory' && level !== 'advisory')
    throw new PoliciesFileError(`line ${line}: the enforcement_level of ${JSON.stringify(name)} is neither mandatory nor advisory`);
  return { name, query, level, description: values.get('description') ?? '' };
};

/** Reads `policies.hcl`: blocks `policy "name" { query, enforcement_level, description }`. Throws PoliciesFileError. */
export const parsePoliciesFile = (text: string): readonly DeclaredPolicy[] => {
  const cursor: FileCursor = { tokens: tokenize(text), at: 0 };
  const policies: DeclaredPolicy[] = [];
  while (cursor.at < cursor.tokens.length) {
    take(cursor, 'word', 'policy');
    policies.push(parsePolicy(cursor));
  }
  const names = policies.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new PoliciesFileError(`the policy ${JSON.stringify(repeated)} is declared twice`);
  if (policies.length === 0) throw new PoliciesFileError('it declares no policy');
  return policies;
};
