import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

const readSourceMap = (url: string): SourceMap | undefined => {
  try {
    const map = `${fileURLToPath(url)}.map`;
    // Without a source map, as when the sources are run directly, the location stays as it is.
    return existsSync(map) ? new SourceMap(JSON.parse(readFileSync(map, 'utf8')) as SourceMapPayload) : undefined;
  } catch {
    return undefined;
  } // A map that cannot be read costs a name; it must not cost the line that is written.
};
/** Source maps by file, read on first use. */
const sourceMaps = new Map<string, SourceMap | undefined>();
const sourceMapOf = (url: string): SourceMap | undefined => {
  if (!sourceMaps.has(url)) sourceMaps.set(url, readSourceMap(url));
  return sourceMaps.get(url);
};

/**
 * A line of a stack with the location in the sources: `at serve (file:///…/dist/chunks/x.js:1203:9)` becomes
 * `at serve (mesh-config/src/mcp/mcp-source.ts:40:5)`, by the source map that build.ts writes next to a chunk.
 */
export const toSourceLocation = (line: string): string =>
  line.replace(/(file:\/\/\/\S*):(\d+):(\d+)(?=\)?$)/, (whole, url: string, row: string, column: string) => {
    const found = sourceMapOf(url)?.findEntry(Number(row) - 1, Number(column) - 1);
    // For a line without a mapping, the map gives the nearest mapped line above.
    return found && 'originalSource' in found && found.generatedLine === Number(row) - 1
      ? `${found.originalSource.replace(/^(\.\.\/)+/, '')}:${found.originalLine + 1}:${found.originalColumn + 1}`
      : whole;
  });
