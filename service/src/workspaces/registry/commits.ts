import { findRepository } from '../../code-hosts/find-repository.ts';
import { gitTimeout, runGit } from '../../code-hosts/git.ts';
import { nullableString, stringValue } from '../../http/body-schemas.ts';
import { notFound } from '../../http/problem.ts';
import { type RouteResponse, route, type LookupContext } from '../../http/route.ts';
import { type DocumentShape, describeResponseList, listParameters } from '../../json-api/describe-document.ts';
import { parsePage, renderResourcePage } from '../../json-api/page.ts';
import type { ResourceObject } from '../../json-api/resource-object.ts';
import { requireRegistryModule } from './registry-modules.ts';
import type { ModuleSource } from './stored.ts';

/** Maximum number of listed commits, the latest first. */
const maxCommits = 100;

/** The latest commits of the branch that a module is published from; undefined: they cannot be read. */
const readCommits = async (folder: string, { identifier, branch }: ModuleSource): Promise<readonly ResourceObject[] | undefined> => {
  const repository = folder === '' ? undefined : await findRepository(folder, identifier);
  if (repository === undefined) return undefined;
  const words = ['log', `--max-count=${maxCommits}`, '--no-show-signature', '--format=%H%x00%aI%x00%an%x00%B%x01'];
  const revision = branch === null ? 'HEAD' : `refs/heads/${branch}`;
  const text = await runGit(repository, [...words, '--end-of-options', revision, '--'], gitTimeout).catch(() => undefined);
  return text?.split('\u0001').flatMap((entry): readonly ResourceObject[] => {
    const [sha = '', date = '', author = '', message = ''] = entry.trimStart().split('\0');
    const attributes = { sha, date, url: null, author, 'author-avatar-url': null, 'author-html-url': null, message: message.trim() };
    return sha === '' ? [] : [{ id: sha, type: 'commit', attributes }];
  });
};

const listCommits = async (ctx: LookupContext): Promise<RouteResponse> => {
  const { source } = (await requireRegistryModule(ctx)).body;
  const { repositoriesFolder: folder } = ctx.settings;
  const commits = source && ctx.lookUp(`commits ${source.identifier} ${source.branch}`, () => readCommits(folder, source));
  if (!commits) throw notFound('the repository of this module');
  const page = parsePage(ctx);
  return renderResourcePage(ctx, page, commits.length, commits.slice(page.offset, page.offset + page.size));
};

const shape: DocumentShape = {
  type: 'commit',
  attributes: {
    sha: stringValue,
    date: stringValue,
    url: nullableString,
    author: stringValue,
    'author-avatar-url': nullableString,
    'author-html-url': nullableString,
    message: stringValue,
  },
};

export const routes = [
  route('GET /organizations/{organization_name}/registry-modules/{registry_name}/{namespace}/{name}/{provider}/commits', listCommits, {
    looksUp: true,
    description: {
      summary: 'Lists the latest commits of the repository of a module.',
      query: listParameters,
      responses: { 200: describeResponseList(shape) },
    },
  }),
];
