import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Runs `dist/<program>.cjs`, after saying in one sentence what is missing if something is. */
export function launch(program) {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const needed = engines.node.replace('>=', '');
  const [have, least] = [process.versions.node, needed].map((version) => version.split('.').map(Number));
  const say = (sentence) => {
    process.stderr.write(`${program}: ${sentence}\n`);
    process.exitCode = 1;
  };
  if (have[0] < least[0] || (have[0] === least[0] && have[1] < least[1]))
    return say(`needs Node.js ${needed} or newer; this is ${process.versions.node}`);
  if (!['start', program].every((name) => existsSync(new URL(`../dist/${name}.cjs`, import.meta.url))))
    return say('is not built yet; run `npm ci` (or `npm run build`) in its folder');
  createRequire(import.meta.url)('../dist/start.cjs').startProgram(program);
}
