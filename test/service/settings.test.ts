import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serveCommand } from '../../cli/src/commands/serve.ts';
import { parseSeed } from '../../service/src/seed/index.ts';
import { seedShape } from '../../service/src/seed/shape.ts';
import { defaultSettings } from '../../service/src/http/settings.ts';

const settings = suite('service settings');
/** Folders of this machine, and a limit of what runs there: the command line alone names them. */
const commandLineAlone = { orbsFolder: '--orbs', repositoriesFolder: '--repositories', jobMilliseconds: '--job-timeout-minutes' };
const names = Object.keys(defaultSettings).filter((name) => !Object.hasOwn(commandLineAlone, name));
const spelled = (name: string, by: string): string => name.replace(/[A-Z]/g, (letter) => `${by}${letter.toLowerCase()}`);

settings('each can be chosen by a flag and by a seed, and nothing else can', () => {
  const flags = serveCommand().options.map(({ long }) => long);
  assert.equal(
    names.filter((name) => !flags.includes(`--${spelled(name, '-')}`)),
    [],
  );
  for (const flag of Object.values(commandLineAlone)) assert.ok(flags.includes(flag), flag);
  assert.equal(Object.keys(seedShape.settings.kind.members!).sort(), names.map((name) => spelled(name, '_')).sort());
});

settings('what a seed chooses is what holds', () => {
  const seed = `
settings:
  edition: self-hosted
  tier: free
  global_remote_state: true
  workspace_admins_force_delete: true
  assessments_enforced: true
  engine_versions: [1.5.7, 1.6.0-beta.1]
  rate_limit: 30
  run_status_milliseconds: 5
  ci_page_size: 3
  ci_status_milliseconds: 7
organizations: [{ name: acme }]
`;
  assert.equal(parseSeed('seed.yaml', seed).settings, {
    edition: 'self-hosted',
    tier: 'free',
    globalRemoteState: true,
    workspaceAdminsForceDelete: true,
    assessmentsEnforced: true,
    engineVersions: ['1.5.7', '1.6.0-beta.1'],
    rateLimit: 30,
    runStatusMilliseconds: 5,
    ciPageSize: 3,
    ciStatusMilliseconds: 7,
  });
});

settings.run();
