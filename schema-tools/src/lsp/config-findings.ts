import { ConfigError } from '../lint/config/lint-config.ts';
import type { Finding } from '../lint/finding.ts';

/**
 * What is wrong with the config file of a document, whose findings are `name`'s: in the config file itself at its places, in
 * every other document at its head. Undefined for another error.
 */
export function configFindings(
  error: unknown,
  name: string,
): { readonly findings: readonly Finding[]; readonly files: readonly string[] } | undefined {
  if (!(error instanceof ConfigError)) return undefined;
  const found = error.message.split('\n').map((line): Finding => {
    const [, file, row, column, message] = /^(.*?):(\d+):(\d+): (.*)$/s.exec(line) ?? [];
    const place = row === undefined ? { line: 1, column: 1 } : { line: Number(row), column: Number(column) };
    return {
      file: file ?? name,
      ...place,
      endLine: place.line,
      endColumn: place.column,
      pointer: '',
      rule: 'config',
      severity: 'error',
      message: message ?? line,
    };
  });
  return { findings: found, files: [...new Set(found.map(({ file }) => file))] };
}
