/** Who may see the address of a route that needs no token, and how long that address is valid. */
export interface AnonymousRoute {
  /**
   * What proves that a request may do this: `nothing`, as the answer is public; an `address`, whose last part or query is the proof; or the
   * `body` (a signature of it, a key or a code in it).
   */
  readonly proof: 'nothing' | 'address' | 'body';
  /** Of the callers of this law, in their order: who finds such an address in what can be read. */
  readonly told?: readonly string[];
  /** How long an address is good; for an upload also: until it is used. `always` says which decision it is. */
  readonly good?: 'a day' | 'an hour' | 'a minute' | '36 hours: decision 145' | 'always: decision 145';
}

const administrators = ['owner', 'organization token', 'admin', 'manager'];
/** Of the workspaces of the world. */
const readers = [...administrators, 'writer', 'planner', 'reader'];
const people = [...readers, 'publisher', 'keeper of policies', 'member without a team'];
/** Those who decide on policies see all runs. */
const runReaders = [...readers, 'keeper of policies'];
/** Who installs what the organization publishes. */
const members = [...people, 'token of a run'];
const publishers = ['owner', 'organization token', 'publisher'];

/** Every route of both services that requires no token. */
export const anonymousRoutes: { readonly [row: string]: AnonymousRoute } = {
  'GET /.well-known/terraform.json': { proof: 'nothing' },
  'GET /ping': { proof: 'nothing' },
  'GET /api/meta/ip-ranges': { proof: 'nothing' },
  'GET /openapi/stable.json': { proof: 'nothing' },
  'GET /openapi.json': { proof: 'nothing' },
  'GET /api/registry/v1/providers/slipway/slipway/versions': { proof: 'nothing' },
  'GET /api/registry/v1/providers/slipway/slipway/{version}/download/{os}/{arch}': { proof: 'nothing' },
  'GET /api/registry/v1/providers/slipway/slipway/{version}/files/{file}': { proof: 'nothing' },
  'POST /oauth/token': { proof: 'body' },
  'POST /pipeline/continue': { proof: 'body' },
  'POST /hooks/code-host/{organization}': { proof: 'body' },

  'PUT /state-versions/{state_version_id}/upload/{secret}': { proof: 'address', told: ['owner'], good: 'a day' },
  'PUT /state-versions/{state_version_id}/json-upload/{secret}': { proof: 'address', told: ['owner'], good: 'a day' },
  'GET /state-versions/{state_version_id}/download/{secret}': { proof: 'address', told: [...readers, 'token of a run'], good: 'a day' },
  'GET /state-versions/{state_version_id}/json-download/{secret}': {
    proof: 'address',
    told: [...readers, 'token of a run'],
    good: 'a day',
  },
  'GET /plans/{plan_id}/logs/{secret}': { proof: 'address', told: runReaders, good: 'a day' },
  'GET /applies/{apply_id}/logs/{secret}': { proof: 'address', told: runReaders, good: 'a day' },
  'GET /queries/{query_id}/logs/{secret}': { proof: 'address', told: runReaders, good: 'a day' },
  'GET /test-runs/{test_run_id}/logs/{secret}': { proof: 'address', told: publishers, good: 'a day' },
  'GET /plans/{plan_id}/json-output/{secret}': { proof: 'address', told: ['owner', 'admin', 'manager'], good: 'a minute' },
  'GET /plans/{plan_id}/json-schema/{secret}': { proof: 'address', told: runReaders, good: 'a minute' },
  'GET /applies/{apply_id}/errored-state/{secret}': { proof: 'address', told: readers, good: 'a minute' },
  // Only the answer to the creation has it.
  'PUT /configuration-versions/{configuration_version_id}/upload/{secret}': { proof: 'address', told: [], good: 'a day' },
  'PUT /policy-set-versions/{policy_set_version_id}/upload/{secret}': {
    proof: 'address',
    told: ['owner', 'organization token', 'keeper of policies'],
    good: 'an hour',
  },
  'PUT /registry-modules/{id}/versions/{version}/object/{secret}': { proof: 'address', told: publishers, good: 'a day' },
  'GET /registry-modules/{id}/versions/{version}/object/{secret}': { proof: 'address', told: members, good: 'a day' },
  'PUT /registry-provider-files/{owner}/{file}/{secret}': { proof: 'address', told: ['owner', 'organization token'], good: 'a day' },
  'GET /registry-provider-files/{owner}/{file}/{secret}': { proof: 'address', told: members, good: 'a day' },
  'GET /usage-export/{usage_export_job_id}/{file}': { proof: 'address', told: people, good: '36 hours: decision 145' },
  'POST /webhooks/vcs/{secret}': { proof: 'address', told: administrators, good: 'always: decision 145' },
  // Only the answer to the creation has it; later ones hide the secret.
  'POST /hooks/{id}': { proof: 'address', told: [], good: 'always: decision 145' },
};
