import { isRecord } from '../record.ts';

/**
 * Translates between the hosted and the neutral dialect of service 2 (wire-profiles, section 2). Whether names have hyphens or
 * underscores does not matter here: `decode` reads both.
 */
type JsonObject = { [name: string]: unknown };

export const codeHostWords: readonly (readonly [neutral: string, hosted: string])[] = [
  ['codehost_app', 'github_app'],
  ['codehost_dc', 'bitbucket_dc'],
];
/** Members that hold a provider name. */
export const codeHostMembers = ['config_source', 'checkout_source', 'event_source'];
export const statusSetting = ['set_vcs_status', 'set_github_status'] as const;
/** A key that a user's code-host account holds: answers name the code host, requests do not. */
const userKeys = ['github-user-key', 'bitbucket-user-key'];

const translateSource = (value: unknown, toHosted: boolean): unknown => {
  if (!isRecord(value)) return value;
  const word = codeHostWords.find(([neutral, hosted]) => value['provider'] === (toHosted ? neutral : hosted));
  return word ? { ...value, provider: word[toHosted ? 1 : 0] } : value;
};

const translateStatusSetting = (value: unknown, toHosted: boolean): unknown => {
  const [from, to] = toHosted ? statusSetting : [statusSetting[1], statusSetting[0]];
  if (!isRecord(value) || !(from in value) || to in value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name === from ? to : name, one]));
};

const translateDocument = (value: unknown, toHosted: boolean): unknown => {
  if (!isRecord(value)) return value;
  const out: JsonObject = { ...value };
  for (const name of codeHostMembers) if (name in out) out[name] = translateSource(out[name], toHosted);
  if ('advanced' in out) out['advanced'] = translateStatusSetting(out['advanced'], toHosted);
  if (!toHosted && userKeys.includes(out['type'] as string)) out['type'] = 'user-key';
  if (Array.isArray(out['items'])) out['items'] = out['items'].map((item) => translateDocument(item, toHosted));
  return out;
};

export const ciToHosted = (body: unknown): unknown => translateDocument(body, true);
export const ciToNeutral = (body: unknown): unknown => translateDocument(body, false);
