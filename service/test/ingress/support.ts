import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createNoCodeTestService, type NoCodeTestService } from '../runs/support.ts';
import { document } from '../documents.ts';

/** A bare repository `acme/web` in a folder of repositories, and a clone of it to work in. */
export interface TestRepository {
  /** The folder of repositories. */
  readonly folder: string;
  /** The folder of the clone. */
  readonly path: string;
  /** Runs git in the clone, and pushes everything. */
  git(...words: readonly string[]): string;
  /** The hash of a new commit with these files. */
  commit(message: string, files: { readonly [name: string]: string }): string;
}

export const createRepository = (): TestRepository => {
  const folder = temporaryFolder();
  const path = temporaryFolder();
  const settings = ['-c', 'user.name=Jo', '-c', 'user.email=jo@acme.example', '-c', 'commit.gpgsign=false'];
  const run = (...words: readonly string[]): string =>
    execFileSync('git', ['-C', path, ...settings, ...words], { stdio: 'pipe', encoding: 'utf8' }).trim();
  const git: TestRepository['git'] = (...words) => {
    const output = run(...words);
    run('push', '-q', '--mirror', 'origin');
    return output;
  };
  run('init', '-q', '--bare', '-b', 'main', join(folder, 'acme/web.git'));
  run('init', '-q', '-b', 'main');
  run('remote', 'add', 'origin', join(folder, 'acme/web.git'));
  return {
    folder,
    path,
    git,
    commit: (message, files) => {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(path, name)), { recursive: true });
        writeFileSync(join(path, name), text);
      }
      run('add', '-A');
      run('commit', '-q', '--allow-empty', '-m', message);
      return git('rev-parse', 'HEAD');
    },
  };
};

export interface IngressTest extends NoCodeTestService {
  readonly repository: TestRepository;
  readonly connection: string;
  /** A workspace that follows acme/web; `repo`: further members of its vcs-repo. */
  follow(name: string, attributes?: object, repo?: object): Promise<any>;
  /** The outcome of an event that is sent to the webhook of a workspace. */
  send(workspace: any, payload: object, headers?: { readonly [name: string]: string }): Promise<any>;
}

export const createIngressTest = async (): Promise<IngressTest> => {
  const repository = createRepository();
  repository.commit('Create the site\n\nWith a page.', { 'main.tf': 'output "n" {\n  value = 1\n}\n' });
  const here = await createNoCodeTestService({ settings: { repositoriesFolder: repository.folder } });
  const client = await here.request(
    'POST /organizations/acme/oauth-clients',
    document('oauth-clients', {
      'service-provider': 'github',
      'http-url': 'https://github.com',
      'api-url': 'https://api.github.com',
      'oauth-token-string': 'a-token-of-the-host',
    }),
  );
  const connection = client.body.data.relationships['oauth-tokens'].data[0].id;
  return {
    ...here,
    repository,
    connection,
    follow: async (name, attributes = {}, repo = {}) =>
      (
        await here.request(
          'POST /organizations/acme/workspaces',
          document('workspaces', { name, ...attributes, 'vcs-repo': { identifier: 'acme/web', 'oauth-token-id': connection, ...repo } }),
        )
      ).body.data,
    send: async (workspace, payload, headers = {}) => {
      const { pathname } = new URL(workspace.attributes['vcs-repo']['webhook-url']);
      const body = new TextEncoder().encode(JSON.stringify(payload));
      const answer = await here.request(`POST /${pathname}`, body, {
        token: null,
        headers: { 'content-type': 'application/json', ...headers },
      });
      return answer.status === 200 ? answer.body.events : answer;
    },
  };
};
