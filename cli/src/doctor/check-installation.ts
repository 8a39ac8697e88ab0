import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isSea } from 'node:sea';
import { isConfigurationFile } from 'slipway/engine/configuration-files';
import { EngineError } from 'slipway/engine/engine-error';
import { findEngine } from 'slipway/engine/find-engine';
import { pluginFolder } from 'slipway/engine/package-root';
import { StoreUnavailable } from '@slipway/service/store/failures';
import { loadSqlite } from '@slipway/service/store/sqlite/load-sqlite';
import { version } from '@slipway/declarations/version';
import { loginFile } from '../login/login-file.ts';
import { type DoctorFinding, reportFailure, reportOk, reportWarning } from './finding.ts';

const checkNode = (): DoctorFinding => {
  const what = `Node.js ${process.versions.node}${isSea() ? ', inside of this executable' : ''}`;
  try {
    loadSqlite();
    return reportOk('node', `${what}, with SQLite`);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    return reportWarning(
      'node',
      `${what}, without SQLite`,
      'For `slipway serve` without PostgreSQL: use Node.js 22.16 or newer, or install libsql.',
    );
  }
};

const checkEngine = (): DoctorFinding => {
  try {
    const { name, version: found, path } = findEngine();
    return reportOk('engine', `${name} ${found} (${path})`);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const [message = '', ...advice] = error.message.split(/(?<=\.) (?=Install )/);
    return reportFailure('engine', message, advice.join(' ') || 'Name another executable in SLIPWAY_ENGINE.');
  }
};

/** Starts the plugin by hand, which makes it print what it is. */
const checkProvider = (): DoctorFinding => {
  if (isSea()) return reportOk('provider', `version ${version}, inside of this executable`);
  const program = join(pluginFolder(), `terraform-provider-slipway_v${version}`);
  const reinstall = 'Install Slipway again, or run `npm run build` in a checkout.';
  if (!existsSync(program)) return reportFailure('provider', `${program} does not exist`, reinstall);
  const { stdout, stderr, error } = spawnSync(program, { encoding: 'utf8', timeout: 20_000 });
  const said = `${stdout ?? ''}${stderr ?? ''}`.trim();
  if (said.includes(`(version ${version})`)) return reportOk('provider', `version ${version}`);
  return reportFailure(
    'provider',
    `it does not start: ${said || String(error?.message)}`,
    'It needs Node.js on the PATH, or named in SLIPWAY_NODE.',
  );
};

const checkApp = (folder: string): DoctorFinding => {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  if (names.includes('cdktf.json')) return reportOk('app', 'cdktf.json names the app');
  if (names.some(isConfigurationFile)) return reportOk('app', 'a folder of HCL');
  return reportWarning('app', `there is neither a cdktf.json nor HCL in ${folder}`, '`slipway init` writes a small app.');
};

const checkLoginFile = (): DoctorFinding => {
  const file = loginFile();
  if (!existsSync(file)) return reportOk('login', 'none; the environment decides');
  const mode = statSync(file).mode & 0o777;
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    return reportFailure('login', `others of this machine may read ${file}`, `Run: chmod 600 ${file}; and replace the token.`);
  return reportOk('login', file);
};

/** The findings about this machine, without a request. */
export const checkInstallation = (folder: string): readonly DoctorFinding[] => [
  checkNode(),
  checkEngine(),
  checkProvider(),
  checkApp(folder),
  checkLoginFile(),
];
