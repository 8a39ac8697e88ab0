import {
  type Attributes,
  bool,
  id,
  intBetween,
  listOf,
  object,
  oneOf,
  optional,
  renamed,
  required,
  type StateValues,
  string,
  stringMatching,
  stringOfLength,
} from '@slipway/declarations/declare';
import { networkKind, publicUrlKind, tokenTextKind, webAddressKind } from '../access/names.ts';
import { creationTime, tokens } from './entry-kinds.ts';
import { organizationEntry } from './organization-shape.ts';

/** The members of a seed file, declared as attributes so that `validateConfig` and the generated schema apply. */
const name = stringOfLength(1, 90);
const count = intBetween(0, 1_000_000);
const release = stringMatching(/^\d{1,6}\.\d{1,6}\.\d{1,6}(-[0-9A-Za-z.-]{1,64})?$/, 'a version such as 1.11.4');
const sensitive = { sensitive: true } as const;

export const seedShape = {
  settings: optional(
    object({
      edition: optional(oneOf('hosted', 'self-hosted'), 'Edition of the service.'),
      tier: optional(oneOf('free', 'standard', 'plus'), 'Plan of its organizations.'),
      global_remote_state: optional(bool, 'Default of `global-remote-state` for new workspaces.'),
      workspace_admins_force_delete: optional(bool, 'Whether workspace admins can delete workspaces that manage resources.'),
      assessments_enforced: optional(bool, 'Whether health assessments are enforced in all workspaces.'),
      engine_versions: optional(listOf(release), 'Available engine versions, in any order.', { renamedFrom: renamed('engine_releases') }),
      rate_limit: optional(count, 'Requests per second and caller; 0 means no limit.'),
      run_status_milliseconds: optional(count, 'Milliseconds that a run stays in each status.', {
        renamedFrom: renamed('run_step_milliseconds'),
      }),
      ci_page_size: optional(intBetween(1, 100), 'Items on a page of the CI service.'),
      private_destinations: optional(bool, 'Whether notifications and run tasks can be sent to private addresses.'),
      ci_private_webhooks: optional(bool, 'Whether webhooks of the CI service can be sent to private addresses.'),
      ci_status_milliseconds: optional(count, 'Milliseconds that a pipeline or job of the CI service stays in each status.', {
        renamedFrom: renamed('ci_step_milliseconds'),
      }),
      opa: optional(
        webAddressKind,
        'Address of an Open Policy Agent that compiles and evaluates policies, instead of the built-in interpreter.',
      ),
      public_url: optional(publicUrlKind, 'Address under which clients reach the service. Default: that of each request.'),
      trusted_proxies: optional(listOf(networkKind), 'Addresses and networks of proxies whose forwarding headers are trusted.'),
      runs: optional(
        oneOf('none', 'scripted'),
        'How runs of workspaces advance: not here, or simulated. Default: `none`; `scripted` if `run_status_milliseconds` is set.',
      ),
    }),
    'Settings of the service. A flag of `slipway serve` takes precedence.',
  ),
  users: optional(
    listOf(
      object({
        id: optional(id('user'), 'ID. Default: random.'),
        name: required(name, 'User name.'),
        email: optional(string, 'Email address.'),
        token: optional(tokenTextKind, 'Token of the user.', sensitive),
        tokens,
        ...creationTime,
      }),
    ),
    'Users.',
  ),
  organizations: required(listOf(organizationEntry), 'Organizations, at least one.'),
} satisfies Attributes;

/** A seed file as a block that a schema is made of. */
export const seedBlock = { form: 'seed', name: 'file', doc: 'Initial objects of an empty store.', attributes: seedShape };

export type SeedFile = StateValues<typeof seedShape>;
export type SeedOrganization = NonNullable<SeedFile['organizations']>[number];
