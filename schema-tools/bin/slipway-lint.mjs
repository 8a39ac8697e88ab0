#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const needed = engines.node.replace('>=', '');
const [have, least] = [process.versions.node, needed].map((version) => version.split('.').map(Number));
const bundle = new URL('../dist/slipway-lint.cjs', import.meta.url);
const say = (sentence) => {
  process.stderr.write(`slipway-lint: ${sentence}\n`);
  process.exitCode = 2;
};

if (have[0] < least[0] || (have[0] === least[0] && have[1] < least[1]))
  say(`needs Node.js ${needed} or newer; this is ${process.versions.node}`);
else if (!existsSync(bundle)) say('is not built yet; run `npm ci` (or `npm run build`) in the folder of the repository');
// An import would read the whole script for the names of its exports first.
else createRequire(import.meta.url)(fileURLToPath(bundle));
