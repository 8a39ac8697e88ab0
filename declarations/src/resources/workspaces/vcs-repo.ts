import { bool, computed, stringMatching, object, optional, required, string } from '../../declare/index.ts';

/** `org/repo`; one provider spells it `org/project/_git/repo`. */
const identifier = stringMatching(/^[^/\s]+\/[^/\s]+(\/_git\/[^/\s]+)?$/, 'a repository such as org/repo or org/project/_git/repo');

export const vcsRepo = object({
  identifier: required(identifier, 'The repository, as in `org/repo` or `org/project/_git/repo`.'),
  oauth_token_id: optional(string, 'The connection that reads it.'),
  codehost_app_installation_id: optional(string, 'The app installation that reads it, instead of a connection.', { onlyOnUpdate: true }),
  branch: optional(string, "The branch; the repository's default branch unless set.", { default: '' }),
  ingress_submodules: optional(bool, 'Whether to fetch submodules.', { default: false }),
  tags_regex: optional(string, 'Tags that match start a run.'),
  display_identifier: computed(string, 'Its name for people.', { changesWith: ['identifier'] }),
  repository_http_url: computed(string, 'Where to look at it.', { changesWith: ['identifier'] }),
  service_provider: computed(string, 'Who hosts it.', { changesWith: ['identifier', 'oauth_token_id', 'codehost_app_installation_id'] }),
  webhook_url: computed(string, 'Where its events go.', { changesWith: '*', sensitive: true }),
});
