/** The tokens of an expression; a pattern may only follow `matches`. */
const tokenPattern = /\s*(?:([A-Za-z][\w-]*(?:\.[\w-]+)*)|(\d+)|(==|!=|>=|<=|>|<|\(|\))|("(?:[^"\\]|\\["\\])*")|(\/(?:[^/\\]|\\.)+\/))/y;
const reservedWords = new Set(['and', 'or', 'not', 'true', 'false', 'starts-with', 'matches']);
const operators = new Set(['and', 'or', '==', '!=', '>=', '<=', '>', '<', 'starts-with', 'matches']);

interface ExpressionToken {
  readonly text: string;
  readonly isValue: boolean;
  readonly isPattern: boolean;
  readonly at: number;
}

const tokenize = (source: string): readonly ExpressionToken[] | string => {
  const found: ExpressionToken[] = [];
  for (let at = 0; source.slice(at).trim() !== '';) {
    tokenPattern.lastIndex = at;
    const match = tokenPattern.exec(source);
    if (!match) {
      const rest = source.slice(at),
        position = at + rest.length - rest.trimStart().length;
      return source[position] === '"'
        ? `the text that begins at character ${position + 1} has no closing "`
        : `did not expect ${JSON.stringify(source[position])} at character ${position + 1}`;
    }
    const [all, name, number, , text, pattern] = match;
    const token = all.trimStart();
    at += all.length;
    found.push({
      text: token,
      isValue:
        (name !== undefined && (!reservedWords.has(name) || name === 'true' || name === 'false')) ||
        number !== undefined ||
        text !== undefined,
      isPattern: pattern !== undefined,
      at: at - token.length,
    });
  }
  return found;
};

/**
 * What is wrong with a restriction's expression, such as `pipeline.git.branch == "main" and not job.ssh.enabled`, or null.
 * Values are names, texts in double quotes, whole numbers, `true` and `false`; between them stand `and`, `or`, `==`, `!=`,
 * `<`, `<=`, `>`, `>=`, `starts-with` and `matches /…/`; before them `not`; around them parentheses.
 */
export const findExpressionError = (source: string): string | null => {
  // A code point takes at most two code units: longer texts are not counted.
  const length = source.length > 16_384 ? source.length : [...source].length;
  if (length > 8192) return `expected at most 8192 characters; given ${length}`;
  const pieces = tokenize(source);
  if (typeof pieces === 'string') return pieces;
  let openParentheses = 0,
    wantsValue = true,
    last = '';
  for (const { text, isValue, isPattern, at } of pieces) {
    const where = `at character ${at + 1}; given ${text}`;
    if (last === 'matches' ? !isPattern : isPattern)
      return last === 'matches' ? `expected a /pattern/ ${where}` : `did not expect a pattern ${where}`;
    if (wantsValue) {
      if (text === '(') openParentheses += 1;
      else if (isValue || isPattern) wantsValue = false;
      else if (text !== 'not') return `expected a value ${where}`;
    } else if (text === ')') {
      if (openParentheses === 0) return `a parenthesis is closed and was not opened ${where}`;
      openParentheses -= 1;
    } else if (operators.has(text)) wantsValue = true;
    else return `expected an operator or the end ${where}`;
    last = text;
  }
  if (wantsValue) return 'expected a value at the end';
  return openParentheses > 0
    ? `expected ${openParentheses === 1 ? 'a closing parenthesis' : `${openParentheses} closing parentheses`} at the end`
    : null;
};
