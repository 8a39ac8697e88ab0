/** Writes the site of the documentation into a folder. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { brokenLinks, collectPages } from './collect-pages.ts';
import { navigationOf } from './navigation.ts';
import { renderNotFound, renderPage } from './page-template.ts';
import { searchScript } from './search-index.ts';

export interface SiteOptions {
  /** The folder that pages and links are read from. */
  readonly root: string;
  /** The folder that is written; what it had is removed. */
  readonly folder: string;
  /** The path at which a host serves the site, with a slash at both ends. Only the page 404.html depends on it. */
  readonly base: string;
}
/** `problems` names each broken link with its page, or says why the folder is not written: nothing is then. */
export type SiteResult = { readonly problems: readonly string[] } | { readonly problems?: undefined; readonly pages: number };

const client = join(import.meta.dirname, 'client');

const indexFile = 'assets/search-index.js';
/** Anything but a site would be lost. */
const isForeign = (folder: string): boolean => existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(join(folder, indexFile));

export async function buildSite({ root, folder, base }: SiteOptions): Promise<SiteResult> {
  if (isForeign(folder)) return { problems: [`${folder}: is not empty and has no site: choose another folder`] };
  const { pages, pictures } = collectPages(root);
  const problems = brokenLinks(pages);
  if (problems.length > 0) return { problems };
  const groups = navigationOf(pages);
  rmSync(folder, { recursive: true, force: true });
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  for (const page of pages.values()) write(page.output, renderPage(page, groups));
  write('404.html', renderNotFound(groups, base));
  write(indexFile, searchScript(pages.values()));
  write('assets/site.css', ['content.css', 'layout.css'].map((file) => readFileSync(join(client, file), 'utf8')).join('\n'));
  for (const { source, output } of pictures) {
    mkdirSync(dirname(join(folder, output)), { recursive: true });
    copyFileSync(join(root, source), join(folder, output));
  }
  await build({
    entryPoints: [join(client, 'site.js')],
    outfile: join(folder, 'assets/site.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'error',
  });
  return { pages: pages.size };
}
