/**
 * `npm run docs [-- --folder FOLDER] [--base /PATH/]`: the documentation as a static site, in dist/site. Fails, and writes nothing, when
 * a link or an anchor is broken. `--base` is the path at which a host serves it, for its page 404.html; every other link is relative.
 */
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSite } from './build-site.ts';

const root = join(import.meta.dirname, '../..');
const { values: options } = parseArgs({ options: { folder: { type: 'string' }, base: { type: 'string', default: '/' } } });

if (!/^\/(?:[\w.~-]+\/)*$/.test(options.base)) {
  console.error(`--base ${options.base}: expected a path that begins and ends with a slash, such as /slipway/`);
  process.exit(2);
}
const folder = resolve(options.folder ?? join(root, 'dist/site'));
const began = performance.now();
const result = await buildSite({ root, folder, base: options.base });
if (result.problems) {
  for (const line of result.problems) console.error(line);
  console.error(`${result.problems.length} problems: nothing was written`);
  process.exitCode = 1;
} else {
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${result.pages} pages in ${seconds} s: open ${relative(process.cwd(), join(folder, 'index.html'))}`);
}
