import type { CommonOptions } from '../flags/common-flags.ts';
import { type LogLevel, logLevels, type ScopeName, scopeNames } from './scope.ts';

export interface ScopeSettings {
  output: LogLevel;
  stack: LogLevel;
  caller: boolean;
}

const isLevel = (text: string): text is LogLevel => (logLevels as readonly string[]).includes(text);
const isScope = (text: string): text is ScopeName => (scopeNames as readonly string[]).includes(text);
const requireScopeName = (text: string): ScopeName => {
  if (!isScope(text)) throw new Error(`unknown scope '${text}' specified`);
  return text;
};

/** Parses `default:info,mcp:debug`; a level without a scope is that of `default`; `all:` sets every scope, and the rest is ignored. */
const parseLevels = (list: string, what: 'output' | 'stack trace'): ReadonlyMap<ScopeName, LogLevel> => {
  const found = new Map<ScopeName, LogLevel>();
  for (const part of list.split(',').map((one) => one.trim())) {
    if (part === '') continue;
    const words = part.split(':');
    if (words.length > 2) throw new Error(`invalid ${what} level format '${part}'`);
    const [scope, level] = words.length === 1 ? ['default', words[0]!] : (words as [string, string]);
    if (!isLevel(level)) throw new Error(`invalid ${what} level '${part}'`);
    if (scope === 'all') return new Map(scopeNames.map((name) => [name, level]));
    found.set(requireScopeName(scope), level);
  }
  return found;
};

/** The level of each scope, from the flags. Throws the message about a value that is not valid. */
export const parseScopeSettings = (
  options: Pick<CommonOptions, 'log_output_level' | 'log_stacktrace_level' | 'log_caller'>,
): ReadonlyMap<ScopeName, ScopeSettings> => {
  const [output, stack] = [parseLevels(options.log_output_level, 'output'), parseLevels(options.log_stacktrace_level, 'stack trace')];
  const callers = options.log_caller
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  const every = callers.includes('all');
  const shown = new Set(callers.filter((one) => one !== 'all').map(requireScopeName));
  return new Map(
    scopeNames.map((name) => [
      name,
      { output: output.get(name) ?? 'info', stack: stack.get(name) ?? 'none', caller: every || shown.has(name) },
    ]),
  );
};
