const commentOrString = /#[^\n]*|"(?:[^"\\\n]|\\.)*"|`[^`]*`/y;
const referencePattern = /[A-Za-z_]\w*(?:[ \t]*\.[ \t]*[A-Za-z_]\w*|\[[ \t]*"(?:[^"\\\n]|\\.)*"[ \t]*\])*/y;
const packageReference = /^(data)[ \t]*(?:\.[ \t]*org\b|\[[ \t]*"org"[ \t]*\])/;
const matchAt = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
};

/**
 * Moves the package `org` of a policy below `home`, so that one agent can hold many bundles. Lines keep their numbers; comments and
 * strings do not change. Undefined when the package is not `org`.
 */
export const renamePackage = (text: string, home: string): string | undefined => {
  const out: string[] = [];
  let from = 0;
  let isNamed = false;
  for (let at = 0; at < text.length;) {
    const skipped = matchAt(commentOrString, text, at);
    if (skipped !== undefined) {
      at += skipped.length;
      continue;
    }
    const token = matchAt(referencePattern, text, at);
    if (token === undefined) {
      at += 1;
      continue;
    }
    const isMember = /\.\s*$/.test(text.slice(Math.max(0, at - 40), at));
    if (!isNamed) {
      const declared = /^package\s+org(?=[\s#;]|$)/.exec(text.slice(at, at + 200));
      if (!declared) return undefined;
      isNamed = true;
      out.push(text.slice(from, at), declared[0].replace(/org$/, `${home}.org`));
      at = from = at + declared[0].length;
      continue;
    }
    const reference = isMember ? null : packageReference.exec(token);
    if (reference) {
      out.push(text.slice(from, at), `data.${home}.org`);
      from = at + reference[0].length;
    }
    at += token.length;
  }
  return isNamed ? [...out, text.slice(from)].join('') : undefined;
};
