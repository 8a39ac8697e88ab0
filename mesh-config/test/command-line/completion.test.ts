import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { runMeshConfig } from './run-mesh-config.ts';

const test = suite('mesh-config completion');
const isInstalled = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0;
const writeScript = async (shell: string) => {
  const { code, stdout, stderr } = await runMeshConfig(['completion', shell]);
  assert.equal({ code, stderr }, { code: 0, stderr: '' });
  const file = join(temporaryFolder({ 'a file.yaml': '', 'b.txt': '' }), 'script');
  writeFileSync(file, stdout);
  return file;
};
const withBash = isInstalled('bash') ? test : skipWithReason(test, 'no bash on PATH');
/** The completions of bash for the last word. */
const complete = async (...words: string[]) => {
  const file = await writeScript('bash');
  const query = 'source ./script; COMP_WORDS=(mesh-config "$@"); COMP_CWORD=$#; _mesh_config; printf "%s\\n" "${COMPREPLY[@]}"';
  return execFileSync('bash', ['--noprofile', '--norc', '-c', query, 'bash', ...words], { encoding: 'utf8', cwd: join(file, '..') })
    .split('\n')
    .filter(Boolean);
};
withBash('the first word completes to a command', async () => {
  assert.equal(await complete(''), ['completion', 'help', 'probe', 'server', 'version']);
  assert.equal(await complete('ser'), ['server']);
  assert.equal(await complete('--log_as_json', 'v'), ['version']);
  assert.equal(await complete('help', 'p'), ['probe']);
});
withBash('flags are the common ones and those of the command', async () => {
  assert.equal(await complete('version', '--'), [
    '--config',
    '--log_as_json',
    '--log_caller',
    '--log_output_level',
    '--log_rotate',
    '--log_rotate_max_age',
    '--log_rotate_max_backups',
    '--log_rotate_max_size',
    '--log_stacktrace_level',
    '--log_target',
    '--output',
    '--short',
    '--help',
  ]);
  assert.equal(await complete('server', '--enable'), [
    '--enable-reconcileWebhookConfiguration',
    '--enable-server',
    '--enable-validation',
    '--enableAnalysis',
    '--enableProfiling',
    '--enableServiceDiscovery',
  ]);
  assert.equal(await complete('server', '--val'), [
    '--validation-port',
    '--validation.tls.caCertificates',
    '--validation.tls.clientCertificate',
    '--validation.tls.privateKey',
  ]);
  assert.equal(await complete('--enable'), []);
});
withBash('deprecated flags are not completed', async () => {
  assert.equal(await complete('server', '--use'), []);
});
withBash('a value completes to a file, whose name may have a space', async () => {
  assert.equal(await complete('server', '--config', 'a'), ['a file.yaml']);
  assert.equal(await complete('-c', 'b'), ['b.txt']);
});
withBash('the argument of completion completes to a shell', async () => {
  assert.equal(await complete('completion', ''), ['bash', 'fish', 'zsh']);
});
withBash('the script registers the completion for the program', async () => {
  assert.is(
    execFileSync('bash', ['--noprofile', '--norc', '-c', 'source "$0"; complete -p mesh-config', await writeScript('bash')], {
      encoding: 'utf8',
    }),
    'complete -o filenames -F _mesh_config mesh-config\n',
  );
});
for (const [shell, check] of [
  ['fish', '--no-execute'],
  ['zsh', '-n'],
] as const) {
  (isInstalled(shell) ? test : skipWithReason(test, `no ${shell} on PATH`))(`${shell} parses its script`, async () => {
    execFileSync(shell, [check, await writeScript(shell)]);
  });
}
test('the script of fish has descriptions', async () => {
  const { stdout } = await runMeshConfig(['completion', 'fish']);
  assert.ok(
    stdout.includes("complete -c mesh-config -n __fish_use_subcommand -f -a server -d 'Start the configuration manager as a server'\n"),
  );
  assert.ok(stdout.includes("complete -c mesh-config -l config -s c -r -d 'Config file containing args'\n"));
  assert.ok(
    stdout.includes(
      "complete -c mesh-config -n '__fish_seen_subcommand_from server' -l service-name -r " +
        "-d 'Name of the validation service in the deployment'\\''s namespace'\n",
    ),
  );
});
test('fish and zsh complete help, its commands, and the shells of completion', async () => {
  const { stdout: fish } = await runMeshConfig(['completion', 'fish']);
  assert.ok(fish.includes("complete -c mesh-config -n __fish_use_subcommand -f -a help -d 'Help about any command'\n"));
  assert.ok(fish.includes("complete -c mesh-config -n '__fish_seen_subcommand_from help' -f -a 'completion probe server version'\n"));
  assert.ok(
    fish.includes(
      "complete -c mesh-config -n '__fish_seen_subcommand_from completion; and not __fish_seen_subcommand_from help' " +
        "-f -a 'bash fish zsh'\n",
    ),
  );
  assert.ok(fish.includes('complete -c mesh-config -l help -s h -d '));
  const { stdout: zsh } = await runMeshConfig(['completion', 'zsh']);
  assert.match(zsh, /^_arguments -C .*'1:command:\(\(.*help\\:"Help about any command"\)\)'/m);
  assert.match(
    zsh,
    /^ {2}help\) _arguments '1:command:\(\(completion\\:.* probe\\:.* server\\:.* version\\:"Print build version information"\)\)';;$/m,
  );
  assert.match(zsh, /^ {2}completion\) _arguments .*'1:shell:\(bash fish zsh\)';;$/m);
});
test('the script of zsh has descriptions', async () => {
  const { stdout } = await runMeshConfig(['completion', 'zsh']);
  assert.ok(stdout.startsWith('#compdef mesh-config\n'));
  assert.ok(stdout.includes("'--ctrlz_port=[Port for the introspection facility]:value:_files'"));
});
test.run();
