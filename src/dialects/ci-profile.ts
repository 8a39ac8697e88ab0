/**
 * The hosted words of service 2 against the specification's (wire-profiles, section 2). Whether names come with hyphens or
 * underscores is no matter of words: `decode` reads both.
 */
type Json = { [name: string]: unknown };

const providers: readonly (readonly [neutral: string, hosted: string])[] = [['codehost_app', 'github_app'], ['codehost_dc', 'bitbucket_dc']];
/** Members that hold such a word. */
const sources = ['config_source', 'checkout_source', 'event_source'];
const statusSetting = ['set_vcs_status', 'set_github_status'] as const;
/** A key that a user's code-host account holds: answers name the code host, requests do not. */
const userKeys = ['github-user-key', 'bitbucket-user-key'];

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const source = (value: unknown, toHosted: boolean): unknown => {
  if (!isRecord(value)) return value;
  const word = providers.find(([neutral, hosted]) => value['provider'] === (toHosted ? neutral : hosted));
  return word ? { ...value, provider: word[toHosted ? 1 : 0] } : value;
};

const renamed = (value: unknown, toHosted: boolean): unknown => {
  const [from, to] = toHosted ? statusSetting : [statusSetting[1], statusSetting[0]];
  if (!isRecord(value) || !(from in value) || to in value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name === from ? to : name, one]));
};

const document = (value: unknown, toHosted: boolean): unknown => {
  if (!isRecord(value)) return value;
  const out: Json = { ...value };
  for (const name of sources) if (name in out) out[name] = source(out[name], toHosted);
  if ('advanced' in out) out['advanced'] = renamed(out['advanced'], toHosted);
  if (!toHosted && userKeys.includes(out['type'] as string)) out['type'] = 'user-key';
  if (Array.isArray(out['items'])) out['items'] = out['items'].map((item) => document(item, toHosted));
  return out;
};

export const ciToHosted = (body: unknown): unknown => document(body, true);
export const ciToNeutral = (body: unknown): unknown => document(body, false);
