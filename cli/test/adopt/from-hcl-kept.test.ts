/** What `slipway adopt --from-hcl` leaves as it is. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { rewriteFolder } from '../../src/adopt/from-hcl/rewrite-folder.ts';
import { fc } from '@slipway/test-support/seed';
import { rewritesTo } from './support/rewritten.ts';

const test = suite('slipway adopt --from-hcl: what stays');

test('what has no counterpart stays, with its line in the new file and the reason', () => {
  rewritesTo(
    `resource "tfe_workspace" "web" {
  ssh_key_id = "sshkey-1"
  dynamic "vcs_repo" {
    for_each = []
  }
}
resource "tfe_team_access" "a" {
  permissions {
    runs = "read"
  }
}
resource "tfe_team_token" "t" {}
resource "tfe_registry_module" "m" {
  vcs_repo {}
}
resource "tfe_data_retention_policy" "p" {
  organization = "acme"
}
data "tfe_organization" "o" {}
data "tfe_outputs" "p" {}
ephemeral "tfe_agent_token" "e" {}
output "o" {
  value = [tfe_workspace.web.html_url, tfe_workspace.web.vcs_repo[*].branch]
}
`,
    `resource "slipway_workspace" "web" {
  ssh_key_id = "sshkey-1"
  dynamic "vcs_repo" {
    for_each = []
  }
}
resource "slipway_team_workspace_access" "a" {
  access = "custom"
  runs = "read"
}
resource "tfe_team_token" "t" {}
resource "tfe_registry_module" "m" {
  vcs_repo {}
}
resource "tfe_data_retention_policy" "p" {
  organization = "acme"
}
data "tfe_organization" "o" {}
data "tfe_outputs" "p" {}
ephemeral "tfe_agent_token" "e" {}
output "o" {
  value = [slipway_workspace.web.html_url, slipway_workspace.web.vcs_repo[*].branch]
}
`,
    [
      '2 tfe_workspace.web.ssh_key_id: slipway_workspace has no such argument: remove it, or configure it with another resource',
      '3 tfe_workspace.web.vcs_repo: a dynamic block to be written by hand: it needs for_each and one content',
      '11 tfe_team_token.t: write resource "slipway_team_token" by hand: what it takes and returns differs',
      '12 tfe_registry_module.m: Slipway has modules that are published by uploads, not by a repository',
      '15 tfe_data_retention_policy.p: Slipway has retention policies of workspaces only',
      '18 data.tfe_organization.o: Slipway has no counterpart of the data source tfe_organization',
      '19 data.tfe_outputs.p: write data "slipway_workspace_outputs" by hand: what it takes and returns differs',
      '20 ephemeral.tfe_agent_token.e: write an ephemeral resource by hand',
      '22 tfe_workspace.web.html_url: slipway_workspace has no such attribute',
      '22 tfe_workspace.web.vcs_repo: a list there, no list in Slipway: write it by hand',
    ],
  );
});
test('a name that is taken stays', () => {
  rewritesTo(
    'resource "tfe_team" "a" {}\nresource "slipway_team" "a" {}\n',
    'resource "tfe_team" "a" {}\nresource "slipway_team" "a" {}\n',
    ['1 tfe_team.a: slipway_team.a is already there'],
  );
});

const word = fc.constantFrom(
  'aws_instance',
  'tfe',
  'data',
  'tfe_workspace.a',
  '"tfe_workspace"',
  '"${tfe_variable.x.id}"',
  '1',
  'var.tfe',
  '{ a = 1 }',
);
const attribute = fc
  .tuple(fc.constantFrom('a', 'provider', 'vcs_repo', 'for_each'), word)
  .map(([name, value]) => `  ${name}  = ${value} # ${value}\r\n`);
const block = fc
  .tuple(
    fc.constantFrom('resource "aws_instance" "x"', 'locals', 'provider "aws"', 'moved', 'output "tfe"'),
    fc.array(attribute, { maxLength: 4 }),
  )
  .map(([head, lines]) => `${head} {\r\n${lines.join('')}}\n\n`);

test('a folder without a block of the public providers does not change', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
      assert.equal(rewriteFolder([{ path: 'main.tf', text: blocks.join('') }]), { files: [], moves: [], remarks: [] });
    }),
  );
});

/** Processor time in milliseconds. */
const timeOf = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
const large: { readonly [name: string]: (times: number) => Parameters<typeof rewriteFolder>[0] } = {
  'many files': (times) => Array.from({ length: times }, (_, at) => ({ path: `${at}.tf`, text: `resource "tfe_workspace" "w${at}" {}\n` })),
  'references in indexes of references': (times) => [
    { path: 'main.tf', text: `resource "tfe_team" "a" {\n  name = ${'tfe_team.a['.repeat(times)}0${']'.repeat(times)}\n}\n` },
  ],
  'many remarks and nested blocks': (times) => [
    { path: 'main.tf', text: `resource "tfe_team_access" "a" {\n${'  ssh_key_id = 1\n  permissions { runs = "a" }\n'.repeat(times)}}\n` },
  ],
};
for (const [name, make] of Object.entries(large))
  test(`is rewritten in linear time: ${name}`, () => {
    const measure = (times: number): number => {
      const sources = make(times);
      return timeOf(() => rewriteFolder(sources));
    };
    measure(1500);
    const [few, many] = [1500, 6000].map((times) => Math.min(measure(times), measure(times))) as [number, number];
    // A quadratic algorithm would take sixteen times as long instead of four. Slow machines are slow in both measurements.
    assert.ok(many < 9 * few + 200, `${Math.round(few)} ms for 1,500, ${Math.round(many)} ms for 6,000`);
  });

test.run();
