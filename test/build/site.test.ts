// watchdog: 120 s
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import MiniSearch from 'minisearch';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildSite } from '../../build/site/build-site.ts';
import { searchOptions, searchSections } from '../../build/site/client/search-options.ts';
import { chromiumPath, openBrowser } from '../support/browser.ts';
import { root } from '../support/repository-files.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const test = suite('npm run docs');
const withBrowser = chromiumPath ? test : skipWithReason(test, 'no chromium on the PATH');

const folder = temporaryFolder({});
let pages: ReadonlyMap<string, string>;
test.before(async () => {
  const { problems } = await buildSite({ root, folder, base: '/slipway/' });
  assert.is(problems, undefined);
  pages = new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.html'))
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );
});

/** A site of these files; the text of one of its pages. */
const buildSmallSite = async (files: Readonly<Record<string, string>>) => {
  const [from, to] = [temporaryFolder(files), temporaryFolder({})];
  const result = await buildSite({ root: from, folder: to, base: '/' });
  return { ...result, written: readdirSync(to), page: (name: string) => readFileSync(join(to, name), 'utf8') };
};
const attributes = (html: string, name: string): readonly string[] =>
  [...html.matchAll(new RegExp(`<[^>]* ${name}="([^"]*)"`, 'g'))].map(([, value]) => value!);

test('every link of every page leads to a file of the site, and every anchor is there once', () => {
  const ids = new Map([...pages].map(([file, html]) => [file, attributes(html, 'id')]));
  const wrong = [...pages].flatMap(([file, html]) =>
    [...attributes(html, 'href'), ...attributes(html, 'src')]
      .filter((address) => !/^https?:/.test(address))
      .filter((address) => {
        const [path = '', anchor] = address.split('#');
        const target = file === '404.html' ? path.replace(/^\/slipway\//, '') : path && join(dirname(file), path);
        if (!existsSync(join(folder, target || file))) return true;
        return anchor !== undefined && ids.get(target || file)!.filter((id) => id === anchor).length !== 1;
      })
      .map((address) => `${file}: ${address}`),
  );
  assert.equal(wrong, []);
});
test('every page can be reached from the first one', () => {
  const reached = new Set(['index.html', '404.html']);
  for (const file of reached)
    for (const address of attributes(pages.get(file) ?? '', 'href')) {
      const target = join(dirname(file), address.split('#')[0]!);
      if (pages.has(target)) reached.add(target);
    }
  assert.equal(
    [...pages.keys()].filter((file) => !reached.has(file)),
    [],
  );
});
test('the tree of pages begins with the start, on every page', () => {
  const first = (file: string): string => attributes(pages.get(file)!.split('<nav class="tree"')[1]!, 'href')[0]!;
  assert.is(first('index.html'), 'docs/start.html');
  assert.is(first('docs/seed.html'), 'start.html');
  assert.is(first('docs/decisions/0001-declare-once.html'), '../start.html');
  assert.is(first('404.html'), '/slipway/docs/start.html');
});
test('no page has an inline script or style, or asks another host', () => {
  const wrong = [...pages].flatMap(([file, html]) =>
    [...html.matchAll(/<(?:script|link|img|iframe|form|base|style|object)\b[^>]*>|<[^>]*\s(?:on\w+|style)=[^>]*>/g)]
      .map(([tag]) => tag)
      .filter(
        (tag) => !/^<(?:script defer src|link rel="stylesheet" href)="(?:(?:\.\.\/)*|\/slipway\/)assets\/site\.(?:css|js)">$/.test(tag),
      )
      .map((tag) => `${file}: ${tag}`),
  );
  assert.equal(wrong, []);
});
test('a page has the contents of its headings, and colors in its code', () => {
  const start = pages.get('docs/first-remote-run.html')!;
  assert.match(start, '<h2 id="what-slipway-login-writes-for-the-engine">');
  assert.match(
    start,
    '<li class="level2"><a href="#what-slipway-login-writes-for-the-engine">What slipway login writes for the engine</a></li>',
  );
  assert.match(start, '<span class="keyword">terraform</span> {');
  assert.match(start, '<span class="string">&quot;127.0.0.1:4000&quot;</span>');
});
test('the search finds the section that a name stands in, and pages of tasks before decisions', () => {
  const context: { slipwaySearch?: string } = {};
  runInNewContext(readFileSync(join(folder, 'assets/search-index.js'), 'utf8'), context);
  const index = MiniSearch.loadJSON(context.slipwaySearch!, searchOptions);
  const first = (query: string): unknown => searchSections(index, query)[0]?.id;
  assert.is(first('retryAfter'), 'docs/control.html#faults');
  assert.is(first('Slipway-Proof'), 'docs/control.html#control-endpoints-for-tests');
  assert.is(first('first remote run'), 'docs/first-remote-run.html');
  assert.is(first('ci_context'), 'docs/resources/ci_context.html');
  assert.is(first('first remoote run'), 'docs/first-remote-run.html');
  assert.is(first('backup'), 'docs/team-service.html#back-up-restore-and-check');
  assert.is(first('zzzznothing'), undefined);
});
test('what a page says cannot become an element, a script or a link to one', async () => {
  const { page } = await buildSmallSite({
    'README.md': [
      '# One <img src=x onerror=alert(1)>',
      '',
      '<script>alert(1)</script>',
      '',
      'a <b onclick=x>b</b> `<i>` <a id="kept"></a>',
      '',
      '```json"><script>',
      '{"a": "<script>"}',
      '```',
      '',
      '[to](#kept) [out](https://example.com/?a="b"&c)',
    ].join('\n'),
  });
  const [, main] = /<main id="content">\n([^]*?)<\/main>/.exec(page('index.html'))!;
  assert.equal(
    [...main!.matchAll(/<[a-z][^>]*>/g)].map(([tag]) => tag),
    [
      '<h1 id="one-">',
      '<a class="anchor" href="#one-" aria-label="Link to this section">',
      '<p>',
      '<code>',
      '<a id="kept">',
      '<pre tabindex="0">',
      '<code class="language-json&quot;&gt;&lt;script&gt;">',
      '<p>',
      '<a href="#kept">',
      '<a href="https://example.com/?a=&quot;b&quot;&amp;c" rel="noreferrer">',
    ],
  );
});
test('a broken link, anchor or picture is named with its page, and nothing is written', async () => {
  const { problems, written } = await buildSmallSite({
    'README.md': '# A\n\n[gone](docs/gone.md) [no heading](docs/b.md#c) [script](javascript:alert) ![p](https://example.com/p.png)\n',
    'docs/b.md': '# B\n\n[up](../../outside.md)\n',
  });
  assert.equal(problems, [
    'README.md: docs/gone.md',
    'README.md: javascript:alert',
    'README.md: https://example.com/p.png is a picture of another host',
    'README.md: docs/b.md#c: there is no such heading',
    'docs/b.md: ../../outside.md',
  ]);
  assert.equal(written, []);
});
test('a folder with something else is not written', async () => {
  const other = temporaryFolder({ 'thesis.txt': 'mine' });
  const { problems } = await buildSite({ root, folder: other, base: '/' });
  assert.equal(problems, [`${other}: is not empty and has no site: choose another folder`]);
  assert.equal(readdirSync(other), ['thesis.txt']);
});
withBrowser('in a browser, from files: the search leads to a section, nothing is wide on a phone, and the console is empty', async () => {
  const browser = await openBrowser(chromiumPath!);
  try {
    await browser.setWidth(360);
    await browser.visit(pathToFileURL(join(folder, 'docs/control.html')).href);
    assert.is(await browser.evaluate('document.documentElement.scrollWidth <= 360'), true);
    assert.is(await browser.evaluate('document.querySelector("nav.tree details").open'), false);
    await browser.evaluate(`new Promise((done) => {
      new MutationObserver(() => document.querySelector('#results a') && done()).observe(document.body, { childList: true, subtree: true });
      const query = document.getElementById('query');
      query.value = 'retryAfter';
      query.dispatchEvent(new Event('input'));
    })`);
    assert.is(await browser.evaluate('document.querySelector("#results a").textContent'), 'Control the service in tests: Faults');
    assert.match(String(await browser.evaluate('document.querySelector("#results a").href')), /\/docs\/control\.html#faults$/);
    assert.equal(browser.problems, []);
    assert.equal(
      browser.requested.filter((address) => !address.startsWith('file:')),
      [],
    );
  } finally {
    await browser.close();
  }
});
test.run();
