// watchdog: 60 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serveCommand } from '../src/commands/serve.ts';
import { workspaceCommand } from '../src/commands/workspace.ts';
import { startService, runSlipway } from '@slipway/test-support/cli';

const test = suite('former names of options');

test('no former name is in the help', () => {
  const help = serveCommand().helpInformation();
  const former = ['--profile', '--engine-releases', '--run-step-milliseconds', '--ci-step-milliseconds', '--jobs-at-once', '--job-minutes'];
  assert.equal(
    former.filter((flag) => help.includes(flag)),
    [],
  );
  assert.equal(
    workspaceCommand()
      .commands.filter((command) => command.helpInformation().includes('profile'))
      .map((command) => command.name()),
    [],
  );
});

test('the former name of an option still works, and one line on stderr names the new one', async () => {
  const { code, stderr } = await runSlipway(['serve', '--in-memory', '--profile', 'loud']);
  assert.equal(
    [code, stderr.split('\n')[0]],
    [2, "slipway: option '--profile <name>' argument 'loud' is invalid. Allowed choices are auto, neutral, hosted."],
  );

  const both = await runSlipway(['serve', '--in-memory', '--profile', 'hosted', '--dialect', 'hosted']);
  assert.equal([both.code, both.stderr], [2, "slipway: option '--profile <name>' cannot be used with option '--dialect <name>'\n"]);

  const failed = await runSlipway(['serve', '--in-memory', '--profile', 'hosted', '--engine-releases', '1.5.7', '--operator-token', '']);
  assert.equal(
    [failed.code, failed.stderr],
    [
      2,
      [
        'slipway: warning: The option --profile is deprecated: use --dialect.',
        'slipway: warning: The option --engine-releases is deprecated: use --engine-versions.',
        'slipway: --operator-token (or SLIPWAY_OPERATOR_TOKEN) is empty: omit it, or set a token.',
        '',
      ].join('\n'),
    ],
  );

  const service = await startService('--in-memory', '--profile', 'hosted', '--run-step-milliseconds', '7');
  try {
    const { dialect, profile, settings } = (await (await fetch(`${service.address}/_local/info`)).json()) as {
      dialect: string;
      profile: string;
      settings: { run_status_milliseconds: number };
    };
    assert.equal([dialect, profile, settings.run_status_milliseconds], ['hosted', 'hosted', 7]);
  } finally {
    await service.stop();
  }
});

test('the former name of an environment variable still works, and one line on stderr names the new one', async () => {
  const environment = { SLIPWAY_WORKSPACES_PROFILE: 'neutral', SLIPWAY_WORKSPACES_TOKEN: 'token-of-the-test' };
  const { stderr } = await runSlipway(['workspace', 'lock', '--address', 'not an address', 'ws-1'], { environment });
  assert.is(
    stderr.split('\n')[0],
    'slipway: warning: The environment variable SLIPWAY_WORKSPACES_PROFILE is deprecated: use SLIPWAY_WORKSPACES_DIALECT.',
  );
});

test.run();
