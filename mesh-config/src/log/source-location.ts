import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

const readSourceMap = (file: string): SourceMap | undefined => {
  try {
    const map = `${file.startsWith('file:') ? fileURLToPath(file) : file}.map`;
    // Without a source map, as when the sources are run directly, the location stays as it is.
    return existsSync(map) ? new SourceMap(JSON.parse(readFileSync(map, 'utf8')) as SourceMapPayload) : undefined;
  } catch {
    return undefined;
  } // A map that cannot be read costs a name; it must not cost the line that is written.
};
/** Source maps by file, read on first use. */
const sourceMaps = new Map<string, SourceMap | undefined>();
const sourceMapOf = (file: string): SourceMap | undefined => {
  if (!sourceMaps.has(file)) sourceMaps.set(file, readSourceMap(file));
  return sourceMaps.get(file);
};

/**
 * A line of a stack with the location in the sources: `at serve (/…/dist/chunks/x.cjs:1203:9)` becomes
 * `at serve (mesh-config/src/mcp/mcp-source.ts:40:5)`, by the source map that build.ts writes next to a chunk.
 */
export const toSourceLocation = (line: string): string =>
  line.replace(
    /(?<=\(|at |async )(file:\/\/\/\S*|(?:\/|[A-Za-z]:\\).*):(\d+):(\d+)(?=\)?$)/,
    (whole, file: string, row: string, column: string) => {
      const found = sourceMapOf(file)?.findEntry(Number(row) - 1, Number(column) - 1);
      // For a line without a mapping, the map gives the nearest mapped line above.
      return found && 'originalSource' in found && found.generatedLine === Number(row) - 1
        ? `${found.originalSource.replace(/^(\.\.\/)+/, '')}:${found.originalLine + 1}:${found.originalColumn + 1}`
        : whole;
    },
  );
