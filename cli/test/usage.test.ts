import { spawnSync } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runProgram, runSlipway } from '@slipway/test-support/cli';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('command line');

test('slipway --version prints the version', async () => {
  assert.equal(await runSlipway(['--version']), { code: 0, stdout: '0.1.0\n', stderr: '' });
});
test('a reader that goes away ends the program without a word', () => {
  const { stderr, status } = spawnSync('bash', ['-c', 'node cli/bin/slipway.cjs serve --help | true; exit ${PIPESTATUS[0]}'], {
    cwd: `${import.meta.dirname}/../..`,
    encoding: 'utf8',
  });
  assert.equal({ stderr, status }, { stderr: '', status: 0 });
});
test('slipway --help lists the commands', async () => {
  assert.equal(await runSlipway(['--help']), {
    code: 0,
    stderr: '',
    stdout: `Usage: slipway [options] [command]

Manage HCP Terraform and CircleCI from TypeScript or HCL, and emulate both on
this machine.

Options:
  -V, --version                    print the version
  --color <when>                   colors and drawing in the output, of any
                                   command (default: auto) (choices: "auto",
                                   "always", "never")
  --no-color                       the same as --color never
  -h, --help                       print this help, or that of a command

Commands:
  init [options] [folder]          write a small app that can be deployed
  adopt [options] [folder]         write the configuration of an existing
                                   organization, with import blocks
  serve [options]                  run the embedded services until Ctrl-C
  agent [options]                  execute the runs of an agent pool on this
                                   machine
  login [options] [address]        check a token and store it for plan, deploy
                                   and destroy
  logout                           remove the token that login stored
  doctor [options]                 check engine, provider, services and tokens,
                                   and suggest how to fix problems
  status [options] [stacks...]     show service, login, rights, waiting runs,
                                   locks, and the states of stacks
  open [options] [what] [name]     print the address of a page of the service,
                                   and open it in a browser
  synth [options]                  run the app and write its configuration as
                                   JSON
  plan|diff [options] [stacks...]  synthesize and show the changes of a
                                   deployment
  watch [options] [stacks...]      plan, and plan again whenever a file changes,
                                   until Ctrl-C
  deploy [options] [stacks...]     synthesize, plan and apply; or apply a plan
                                   that \`slipway plan --out\` saved
  destroy [options] [stacks...]    destroy deployed stacks, in reverse order
  list [options]                   list the stacks of the app in the order of
                                   their deployment
  output [options] [stacks...]     show the outputs of deployed stacks;
                                   sensitive ones only with --json
  lint [options] [files...]        find deprecated and invalid fields in JSON,
                                   YAML, TOML and synthesized configurations
  ci                               work on pipelines without a service
  orb                              list, check and pack orbs of pipeline
                                   configurations
  rego                             evaluate, check and test policies in Rego
  schema [options] [type]          print the JSON Schema of configuration blocks
  token                            create tokens for the embedded service
  key                              rotate the keys that seal stored secrets
  backup [options] <file>          back up the data of the embedded services,
                                   running or stopped
  restore [options] <file>         restore a backup into a folder without data,
                                   or into an empty database
  reset [options]                  give a local service for development the
                                   state of its start back
  workspace                        list, show, create, lock and unlock
                                   workspaces
  run                              list, show, confirm, discard and cancel runs
                                   of workspaces
  state                            list, show, compare and restore the state
                                   versions of a workspace
  completion <shell>               print the completion script of a shell
  help [command]                   print the help of a command

Exit codes: 0 success, 1 failure, 2 invalid command line or no engine found.
`,
  });
});
test('an unknown flag is an error with a suggestion', async () => {
  assert.equal(await runSlipway(['serve', '--prot', '1']), {
    code: 2,
    stdout: '',
    stderr: "slipway: unknown option '--prot'\n(Did you mean --port?)\n",
  });
});
test('an unknown command is an error with a suggestion', async () => {
  assert.equal(await runSlipway(['deplyo']), {
    code: 2,
    stdout: '',
    stderr: "slipway: unknown command 'deplyo'\n(Did you mean deploy?)\n",
  });
});
test('a command that does not exist yet is unknown', async () => {
  assert.equal(await runSlipway(['conjure']), { code: 2, stdout: '', stderr: "slipway: unknown command 'conjure'\n" });
});
test('a word too many is an error', async () => {
  assert.equal(await runSlipway(['synth', 'extra']), {
    code: 2,
    stdout: '',
    stderr: "slipway: too many arguments for 'synth'. Expected 0 arguments but got 1.\n",
  });
});
test('an invalid port is an error', async () => {
  assert.equal(await runSlipway(['serve', '--port', '70000']), {
    code: 2,
    stdout: '',
    stderr: "slipway: option '-p, --port <number>' argument '70000' is invalid. Expected a port from 0 (any free port) to 65535.\n",
  });
});
test('two stores at once are an error', async () => {
  assert.equal(await runSlipway(['serve', '--in-memory', '--data', 'x']), {
    code: 2,
    stdout: '',
    stderr: "slipway: option '--in-memory' cannot be used with option '-d, --data <folder>'\n",
  });
});
test('a missing engine is one sentence and exit code 2', async () => {
  const environment = { PATH: temporaryFolder(), SLIPWAY_ENGINE: undefined };
  assert.equal(await runSlipway(['plan', '--app', 'true'], { folder: temporaryFolder(), environment }), {
    code: 2,
    stdout: '',
    stderr:
      'slipway: Neither terraform nor tofu is on PATH. Install Terraform 1.8 or newer, or OpenTofu 1.7 or newer, so that ' +
      '`terraform` or `tofu` is on PATH, or name the executable in SLIPWAY_ENGINE.\n',
  });
});
test('mesh-config version prints the version', async () => {
  assert.equal(await runProgram('mesh-config', ['version', '--short']), { code: 0, stdout: '0.1.0\n', stderr: '' });
});
test.run();
