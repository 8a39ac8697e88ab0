import { bool, providerFunction, listOf, ArgumentError, string } from '../../declare/index.ts';

export const triggerMatches = providerFunction('trigger_matches', {
  summary: 'Whether a change of a file starts a run.',
  doc:
    'Globs as in `trigger_patterns` of a workspace: `*` within one directory, `**` across them, ' +
    "from the repository's root. A leading slash changes nothing.",
  parameters: [
    { name: 'patterns', doc: 'The globs.', kind: listOf(string) },
    { name: 'path', doc: "The changed file, from the repository's root.", kind: string },
  ],
  returns: bool,
  call: async (patterns: readonly string[], path: string) => {
    const empty = patterns.findIndex((pattern) => pattern.trim() === '');
    if (empty >= 0) throw new ArgumentError(0, `pattern ${empty + 1} is empty and would match nothing`);
    // Loaded at the first call: it is a tenth of the provider, and few configurations call this function.
    const { default: picomatch } = await import('picomatch');
    const file = path.replace(/^\/+/, '');
    return patterns.some((pattern) => picomatch.isMatch(file, pattern.replace(/^\/+/, ''), { dot: true }));
  },
});
