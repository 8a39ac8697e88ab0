import type { Format } from './source.ts';

/** Formats by the end of the file name, longest first if ambiguous; JSON with comments if the program that reads the file accepts it. */
const formatsByExtension: Readonly<Record<string, Format>> = {
  '.json': 'json',
  '.webmanifest': 'json',
  '.jsonld': 'json',
  '.geojson': 'json',
  '.topojson': 'json',
  '.har': 'json',
  '.avsc': 'json',
  '.ipynb': 'json',
  '.tfstate': 'json',
  '.jsonc': 'jsonc',
  '.json5': 'json5',
  '.code-workspace': 'jsonc',
  '.code-snippets': 'jsonc',
  '.sublime-project': 'jsonc',
  '.sublime-settings': 'jsonc',
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '.cff': 'yaml',
  '.sublime-syntax': 'yaml',
  '.toml': 'toml',
};

/** Whole names, in lower case. A file that its program reads as YAML or JSON is YAML, which holds JSON. */
const formatsByName: Readonly<Record<string, Format>> = {
  ...formatTable(
    'json',
    '.bowerrc .nycrc .watchmanconfig .arcconfig .htmlhintrc .csslintrc .tern-project composer.lock flake.lock pipfile.lock',
  ),
  ...formatTable('json5', '.babelrc .babelrc.json babel.config.json'),
  ...formatTable(
    'jsonc',
    '.eslintrc .eslintrc.json .swcrc .jshintrc .jscsrc .jslintrc .hintrc ' +
      '.oxlintrc.json .markdownlint.json .markdownlintrc .luarc.json ' +
      'devcontainer.json .devcontainer.json devcontainer-feature.json deno.json turbo.json tslint.json typedoc.json ' +
      'tsdoc.json api-extractor.json pyrightconfig.json ' +
      'language-configuration.json rush.json nx.json angular.json .angular-cli.json bun.lock cspell.json .cspell.json',
  ),
  ...formatTable(
    'yaml',
    '.prettierrc .stylelintrc .lintstagedrc .commitlintrc .releaserc .remarkrc .clang-format .clang-tidy .clangd .yamllint ' +
      '.gemrc .condarc pubspec.lock pixi.lock',
  ),
  ...formatTable('toml', 'cargo.lock poetry.lock uv.lock pdm.lock gopkg.lock pipfile'),
};

function formatTable(format: Format, list: string): Record<string, Format> {
  return Object.fromEntries(list.split(' ').map((name) => [name, format]));
}

/** `.json` files that are JSON with comments by a pattern of their name or by the folder they lie in. */
const jsoncPath = new RegExp(
  [
    /(^|\/)[tj]sconfig([.-][^/]*)?\.json$/,
    /(^|\/)\.vscode\/[^/]+\.json$/,
    /(^|\/)\.devcontainer\/(.+\/)?devcontainer\.json$/,
    /(^|\/)common\/config\/rush\/[^/]+\.json$/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/**
 * The format of a file by its path only (`/` or `\`, in any case); undefined if the name does not determine it.
 */
export function formatOf(path: string): Format | undefined {
  const lower = path.replaceAll('\\', '/').toLowerCase();
  const name = lower.slice(lower.lastIndexOf('/') + 1);
  if (jsoncPath.test(lower)) return 'jsonc';
  if (Object.hasOwn(formatsByName, name)) return formatsByName[name];
  const ending = name.slice(Math.max(name.lastIndexOf('.'), 0));
  return Object.hasOwn(formatsByExtension, ending) ? formatsByExtension[ending] : undefined;
}
