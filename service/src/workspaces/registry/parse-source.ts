import { throwIfInvalid, unprocessable } from '../../http/problem.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import { isObject, type JsonObject } from '../../json-api/parse-document.ts';
import type { ModuleSource } from './stored.ts';

export const repositoryPointer = '/data/attributes/vcs-repo';

const types = {
  identifier: 'text',
  'display-identifier': 'text',
  'oauth-token-id': 'text?',
  'codehost-app-installation-id': 'text?',
  branch: 'text?',
  tags: 'flag',
  'tag-prefix': 'text?',
  'source-directory': 'text?',
  'ingress-submodules': 'flag',
} as const;

/** The schema of `vcs-repo` in requests. */
export const sourceSchema = {
  type: 'object',
  properties: Object.fromEntries([...Object.keys(types), 'organization-name'].map((name) => [name, {}])),
};

const pick = <T>(value: unknown, otherwise: T): T => (value === undefined || value === null ? otherwise : (value as T));

/** The repository of a module. `before`: the stored one, which an update keeps for members that are not sent. Throws 422. */
export const parseModuleSource = (attributes: JsonObject, before?: ModuleSource): ModuleSource => {
  const repository = attributes['vcs-repo'];
  if (!isObject(repository)) throw unprocessable('expected an object that names a repository', repositoryPointer);
  throwIfInvalid(validateTypes(repository, before ? types : { ...types, identifier: 'text!' }, before === undefined, repositoryPointer));
  const sent = repository as { readonly [name: string]: any };
  const identifier = pick<string>(sent['identifier'], before?.identifier ?? '');
  // An empty text is no ID.
  const token = pick<string | null>(sent['oauth-token-id'], null) || null;
  const installation = pick<string | null>(sent['codehost-app-installation-id'], null) || null;
  if (!before && !token && !installation) throw unprocessable('expected oauth-token-id or codehost-app-installation-id', repositoryPointer);
  const isReplaced = token !== null || installation !== null;
  const branch = sent['branch'] === undefined && sent['tags'] !== true ? (before?.branch ?? null) : (sent['branch'] as string) || null;
  return {
    identifier,
    displayIdentifier: pick(sent['display-identifier'], sent['identifier'] === undefined && before ? before.displayIdentifier : identifier),
    oauthTokenId: isReplaced ? token : (before?.oauthTokenId ?? null),
    installationId: isReplaced ? installation : (before?.installationId ?? null),
    branch,
    tagPrefix: sent['tag-prefix'] === undefined ? (before?.tagPrefix ?? null) : (sent['tag-prefix'] as string | null),
    directory: sent['source-directory'] === undefined ? (before?.directory ?? null) : (sent['source-directory'] as string | null),
    submodules: pick(sent['ingress-submodules'], before?.submodules ?? true),
  };
};
