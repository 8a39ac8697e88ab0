import { resources } from '../declarations/src/resources/index.ts';

const providers = ['hashicorp/tfe', 'CircleCI-Public/circleci'];

const table = (provider: string): readonly string[] => {
  const rows = Object.values(resources).flatMap(({ name, stateMoves = [] }) =>
    stateMoves
      .filter((move) => move.provider.test(`registry.example/${provider}`))
      .map(({ type }) => `| \`${type}\` | [\`slipway_${name}\`](resources/${name}.md) |`),
  );
  return ['| From | To |', '|---|---|', ...rows.sort(), ''];
};

/** The move by a command, which a test runs, and by hand. */
const examples: readonly string[] = [
  '[`slipway adopt --from-hcl`](cli.md#rewrite-a-configuration-of-the-public-providers) does all three to the files of a folder. Save',
  'this as `main.tf`, or take a folder of yours:',
  '',
  '```hcl',
  'terraform {',
  '  required_providers {',
  '    tfe = {',
  '      source = "hashicorp/tfe"',
  '    }',
  '  }',
  '}',
  '',
  'resource "tfe_project" "payments" {',
  '  organization = "acme"',
  '  name         = "payments"',
  '}',
  '```',
  '',
  'Print what would change, as a diff. Without `--dry-run`, the files are written:',
  '',
  '```sh',
  'slipway adopt --from-hcl --dry-run',
  '```',
  '',
  'By hand, write this:',
  '',
  '```terraform',
  'resource "slipway_ci_context" "build" {',
  '  organization = "ec2b0f4a-6d0e-4a6c-9a53-7d1f3c6c8a20"',
  '  name         = "build"',
  '}',
  '',
  'moved {',
  '  from = circleci_context.build',
  '  to   = slipway_ci_context.build',
  '}',
  '```',
  '',
];

/** docs/moves.md: which types of public providers a `moved` block takes over. */
export const movesPage = (): string =>
  [
    '# Move from another provider',
    '',
    'You can move an object that another provider manages to Slipway without destroying, importing or creating it again. Rename the',
    'block, adapt its attributes, and add a `moved` block. The engine must support `moved` between types: Terraform 1.8 or newer,',
    'OpenTofu 1.10 or newer.',
    '',
    ...examples,
    'The ID of the object is taken from the state of the other provider. Everything else is read from the service during the next plan.',
    'Keep the other provider in `required_providers` until the move has been applied. Secrets cannot be read: set them in the',
    'configuration, and they are written again. To move an object of a type that is not listed below, use an `import` and a `removed`',
    'block.',
    '',
    ...providers.flatMap((provider) => [`## From \`${provider}\``, '', ...table(provider)]),
    '`tfe_team_token` and `tfe_organization_token` cannot be moved, because their states do not always contain the ID of the token. Create',
    'a new token instead.',
    '',
  ].join('\n');
