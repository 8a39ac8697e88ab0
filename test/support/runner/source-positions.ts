/**
 * Names the sources in what bundled tests print. Node would do it with `--enable-source-maps`, and would then read the map of every
 * chunk as it is loaded, which is a seventh of the time of loading; only a file that fails needs them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';

/** `file:///…/dist/tests/chunk.js:12:34`, as stacks of Node have it. */
const position = /(?:file:\/\/)?(\/[^\s():]*\/dist\/tests\/[^\s():]+\.js):(\d+):(\d+)/g;

const readMap = (script: string): SourceMap | undefined =>
  existsSync(`${script}.map`) ? new SourceMap(JSON.parse(readFileSync(`${script}.map`, 'utf8'))) : undefined;

/** `test/plan/plan.test.ts:5:3`, relative to `project`, for each position in a bundle whose map is there. */
export function nameSources(text: string, project: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return text.replace(position, (whole, path: string, line: string, column: string) => {
    const script = decodeURIComponent(path);
    if (!maps.has(script)) maps.set(script, readMap(script));
    const entry = maps.get(script)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return whole;
    const source = relative(project, resolve(dirname(script), entry.originalSource));
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}
