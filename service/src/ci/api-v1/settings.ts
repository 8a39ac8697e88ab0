import { booleanValue, freeObject, mapValue, objectValue, partialObject, stringValue } from '../../http/body-schemas.ts';
import { route, type RequestContext } from '../../http/route.ts';
import { isObject, type JsonObject } from '../../json-api/parse-document.ts';
import { routes as projectSettings, updateSettings } from '../projects/project-settings.ts';
import { requireCiProject } from '../projects/require-project.ts';
import { callRoute } from '../requests/call-route.ts';
import { booleanMember, invalidRequest, objectMember, optionalMember, parseCiBody, parseMembers } from '../requests/read-request.ts';
import { ciOk } from '../responses.ts';
import { apiV1ProjectPath } from './paths.ts';

const path = `${apiV1ProjectPath}/settings`;
const v2Path = '/project/{provider}/{organization}/{project}/settings';

/** Feature flags of API v1.1, and the settings of API v2 that they are. */
const flagNames: readonly (readonly [flag: string, setting: string])[] = [
  ['autocancel-builds', 'autocancel_builds'],
  ['build-fork-prs', 'build_fork_prs'],
  ['build-prs-only', 'build_prs_only'],
  ['disable-ssh', 'disable_ssh'],
  ['forks-receive-secret-env-vars', 'forks_receive_secret_env_vars'],
  ['oss', 'oss'],
  ['set-github-status', 'set_vcs_status'],
  ['setup-workflows', 'setup_workflows'],
];

const render = ({ params }: RequestContext, { advanced }: { readonly advanced: JsonObject }) => ({
  username: params['organization'],
  reponame: params['project'],
  feature_flags: Object.fromEntries(flagNames.map(([flag, setting]) => [flag, advanced[setting] ?? advanced['set_github_status']])),
  advanced,
});

/** The settings that a body changes: flags by the names of API v1.1, or `advanced` as API v2 has it. */
const parseChanges = (ctx: RequestContext): JsonObject => {
  const { feature_flags: flags, advanced } = parseCiBody(ctx, {
    feature_flags: optionalMember(objectMember),
    advanced: optionalMember(objectMember),
  });
  if (flags === undefined && advanced === undefined) throw invalidRequest({ detail: 'expected feature_flags or advanced' });
  const known = Object.fromEntries(flagNames.map(([flag]) => [flag, optionalMember(booleanMember)]));
  const sent = flags === undefined ? {} : parseMembers(ctx, flags, known, '/feature_flags');
  const changes = flagNames.flatMap(([flag, setting]) => (sent[flag] === undefined ? [] : [[setting, sent[flag]] as const]));
  return { ...(isObject(advanced) ? advanced : {}), ...Object.fromEntries(changes) };
};

const settingsBody = objectValue({
  username: stringValue,
  reponame: stringValue,
  feature_flags: mapValue(booleanValue),
  advanced: freeObject,
});

/** The setting of a project whose repository is not open source: both `true` and `false` are refused. */
const ossIsNotSettable = { status: 422, body: { message: "Feature flag 'oss' is not settable for this project." } };

export const routes = [
  route(`GET ${path}`, async (ctx) => ciOk(render(ctx, await callRoute(ctx, projectSettings, `GET ${v2Path}`))), {
    atRoot: true,
    description: { summary: 'Shows the settings of a project.', responses: { 200: settingsBody } },
  }),
  route(
    `PUT ${path}`,
    async (ctx) => {
      const { oss, ...changes } = parseChanges(ctx);
      const resolved = await requireCiProject(ctx);
      if (oss !== undefined && !resolved.project.body.openSource) return ossIsNotSettable;
      // API v2 of the hosted dialect refuses this setting.
      if (oss !== undefined) await updateSettings(ctx, resolved, () => ({ oss: oss as boolean }));
      const changed = oss === undefined || Object.keys(changes).length > 0 ? `PATCH ${v2Path}` : `GET ${v2Path}`;
      return ciOk(render(ctx, await callRoute(ctx, projectSettings, changed, { body: { advanced: changes } })));
    },
    {
      atRoot: true,
      description: {
        summary: 'Changes settings of a project. Those that are not sent keep their value.',
        request: partialObject({
          feature_flags: partialObject(Object.fromEntries(flagNames.map(([flag]) => [flag, booleanValue]))),
          advanced: freeObject,
        }),
        responses: { 200: settingsBody, 422: objectValue({ message: stringValue }) },
        example: { feature_flags: { 'autocancel-builds': true } },
      },
    },
  ),
];
