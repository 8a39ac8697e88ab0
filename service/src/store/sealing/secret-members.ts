/** A member of a record's body that holds a secret. */
export interface SecretMember {
  /** Names from the body down; `*` is each item or member. The body itself: an empty list. */
  readonly path: readonly string[];
  /** The name of a sibling that is true if the member is a secret. */
  readonly when?: string;
}

const member = (path: string, when?: string): SecretMember => ({
  path: path === '' ? [] : path.split('.'),
  ...(when === undefined ? {} : { when }),
});

/** The secret members of stored kinds. Records of other kinds have none and are not scanned. */
export const secretMembers: { readonly [kind: string]: readonly SecretMember[] | undefined } = {
  vars: [member('value', 'sensitive')],
  'policy-sets': [member('webhook')],
  'policy-set-versions': [member('secret')],
  // Output of a policy about a plan may quote the plan, which is sealed.
  'policy-set-outcomes': [member('outcomes.*.output')],
  'policy-set-parameters': [member('value', 'sensitive')],
  // Everyone who knows the address of a chat room, a run task or a webhook can write there: its path or its password is the only proof.
  'notification-configurations': [member('token'), member('url'), member('deliveryResponses.*.url')],
  tasks: [member('hmacKey'), member('url')],
  'task-results': [member('task.url')],
  'ssh-keys': [member('value')],
  'oauth-clients': [member('secret'), member('privateKey'), member('oauthTokenString')],
  'oauth-tokens': [member('sshKey')],
  'state-contents': [member('text')],
  'state-readings': [member('text')],
  // Fingerprints of attributes would confirm a guess.
  'state-instances': [member('instances')],
  'state-versions': [member('secret'), member('outputs.*.value', 'sensitive')],
  workspaces: [member('attributes.vcs-repo.webhook'), member('outputs.*.value', 'sensitive')],
  runs: [member('aim.variables.*.value'), member('variables.*.value'), member('options.variables.*.value'), member('secret')],
  'engine-commands': [member('options.variables.*.value'), member('secret')],
  'assessment-scripts': [member('text')],
  'run-documents': [member('text')],
  'run-outcomes': [member('text')],
  'run-scripts': [member('text')],
  'configuration-versions': [member('secret')],
  'configuration-contents': [member('base64')],
  'registry-modules': [member('webhook'), member('versions.*.secret'), member('versions.*.variables.*.default', 'sensitive')],
  'registry-provider-versions': [member('secret')],
  'registry-provider-platforms': [member('secret')],
  'ci-secret': [member('')],
  'ci-project-variables': [member('secret')],
  'ci-context-variables': [member('secret')],
  'ci-checkout-keys': [member('secret')],
  'ci-webhooks': [member('secret'), member('url')],
  'ci-code-host-secrets': [member('secret')],
  'ci-continuations': [member('secret')],
  'ci-triggers': [member('webhook.secret')],
};

/** By kind: the names of secret members of the body itself, where a kind has no others; undefined: it has others, or none. */
const wholeMembers = new Map(
  Object.entries(secretMembers).flatMap(([kind, members]) =>
    members!.every(({ path, when }) => path.length === 1 && path[0] !== '*' && when === undefined)
      ? [[kind, members!.map(({ path }) => path[0]!)] as const]
      : [],
  ),
);
export const listWholeMembers = (kind: string): readonly string[] | undefined => wholeMembers.get(kind);

/** By kind: the names of secret members, in quotes; undefined: the whole body is secret. */
const namesInText = new Map<string, readonly string[] | undefined>();
const listNamesInText = (kind: string): readonly string[] | undefined => {
  if (!namesInText.has(kind)) {
    const last = secretMembers[kind]!.map(({ path }) => path.findLast((name) => name !== '*'));
    namesInText.set(kind, last.includes(undefined) ? undefined : last.map((name) => JSON.stringify(name)));
  }
  return namesInText.get(kind);
};

/** Whether the JSON text of a body can hold a secret: false for most, without parsing it. A name with escapes may be any name. */
export const canHoldSecret = (kind: string, text: string): boolean =>
  secretMembers[kind] !== undefined && (text.includes('\\u') || (listNamesInText(kind)?.some((name) => text.includes(name)) ?? true));

/** A place in a document that holds a secret. */
export interface SecretPlace {
  readonly parent: Record<string, unknown>;
  readonly name: string;
  /** The path of the member in `secretMembers`, as text. */
  readonly member: string;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const findPlaces = (parent: unknown, { path, when }: SecretMember, depth: number, found: SecretPlace[]): void => {
  if (!isObject(parent)) return;
  const [name, isLast] = [path[depth]!, depth === path.length - 1];
  if (name === '*') for (const one of Object.values(parent)) findPlaces(one, { path, ...(when && { when }) }, depth + 1, found);
  else if (!isLast) findPlaces(parent[name], { path, ...(when && { when }) }, depth + 1, found);
  else if (parent[name] !== undefined && parent[name] !== null && (when === undefined || parent[when] === true))
    found.push({ parent, name, member: path.join('.') });
};

/** The places of secrets in `{ body }`. */
export const findSecrets = (kind: string, root: { body: unknown }): readonly SecretPlace[] => {
  const found: SecretPlace[] = [];
  for (const { path, when } of secretMembers[kind] ?? [])
    if (path.length === 0) found.push({ parent: root, name: 'body', member: '' });
    else findPlaces(root.body, { path, ...(when === undefined ? {} : { when }) }, 0, found);
  return found;
};
