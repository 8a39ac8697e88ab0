import type { NounBody, NounRecord } from '../../../nouns/noun-record.ts';
import type { ReadTransaction } from '../../../store/store.ts';
import { policiesOfSets } from '../policies.ts';
import { loadPolicyTexts } from '../policy-texts.ts';
import { loadVersionContents, type PolicySetContent } from '../versions/version-content.ts';
import type { PolicyInput } from './evaluate-policy.ts';
import type { PolicySetInput } from './evaluate-policy-sets.ts';

/** What the evaluation calls its engine where the set does not name one. */
const embeddedToolVersion = 'embedded';

const describeSet = ({ body }: NounRecord): Omit<PolicySetInput, 'policies' | 'files'> => ({
  name: body['name'] as string,
  description: (body['description'] as string | null) ?? null,
  overridable: body['overridable'] === true,
  toolVersion: (body['policyToolVersion'] as string | null) ?? embeddedToolVersion,
});

/** Policies of a version, which share all modules of the version. */
const fromVersion = ({ files, policies }: PolicySetContent): Pick<PolicySetInput, 'policies' | 'files'> => {
  const modules = Object.keys(files).filter((file) => file.endsWith('.rego') && !file.endsWith('_test.rego'));
  return {
    policies: policies.map(({ name, query, level, description }) => ({ name, query, level, description, modules })),
    files: Object.fromEntries(modules.map((file) => [file, files[file]!])),
  };
};

/** Individual policies, each with its own module only. */
const fromPolicies = (policies: readonly NounRecord[], texts: ReadonlyMap<string, string>): Pick<PolicySetInput, 'policies' | 'files'> => ({
  policies: policies.map(({ id, body }): PolicyInput => {
    const name = body['name'] as string;
    const [level, query] = [body['enforcementLevel'] as string, body['query'] as string | null];
    return {
      name,
      query,
      level,
      description: (body['description'] as string | null) ?? '',
      modules: texts.has(id) ? [`${name}.rego`] : [],
    };
  }),
  files: Object.fromEntries(policies.map(({ id, body }) => [`${String(body['name'])}.rego`, texts.get(id) ?? ''])),
});

/** The policies of sets in Rego, ready to be evaluated; sets without a policy are left out. */
export const loadPolicySets = async (view: ReadTransaction, sets: readonly NounRecord[]): Promise<readonly PolicySetInput[]> => {
  const links = await view.listLinks(policiesOfSets, { from: sets.map(({ id }) => id) });
  const policies = await view.getMany<NounBody>('policies', [...new Set(links.map(({ to }) => to))]);
  const texts = await loadPolicyTexts(
    view,
    policies.map(({ id }) => id),
  );
  const versions = await loadVersionContents(
    view,
    sets.flatMap(({ body }) => (body['currentVersion'] as string | undefined) ?? []),
  );
  return sets.flatMap((set) => {
    const version = versions.get(set.body['currentVersion'] as string);
    const own = new Set(links.filter(({ from }) => from === set.id).map(({ to }) => to));
    const content = version
      ? fromVersion(version)
      : fromPolicies(
          policies.filter(({ id }) => own.has(id)),
          texts,
        );
    return content.policies.length === 0 ? [] : [{ ...describeSet(set), ...content }];
  });
};
