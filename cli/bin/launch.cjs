'use strict';
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { engines } = require('../package.json');

/** Runs `dist/<program>.cjs`, after saying in one sentence what is missing if something is. */
exports.launch = (program) => {
  const needed = engines.node.replace('>=', '');
  const [have, least] = [process.versions.node, needed].map((version) => version.split('.').map(Number));
  const say = (sentence) => {
    process.stderr.write(`${program}: ${sentence}\n`);
    process.exitCode = 1;
  };
  if (have[0] < least[0] || (have[0] === least[0] && have[1] < least[1]))
    return say(`needs Node.js ${needed} or newer; this is ${process.versions.node}`);
  // Of a published package, or of a checkout.
  const dist = ['../dist', '../../dist'].map((path) => join(__dirname, path)).find((path) => existsSync(path)) ?? '';
  if (!['start', program].every((name) => existsSync(join(dist, `${name}.cjs`))))
    return say('is not built yet; run `npm ci` (or `npm run build`) in its folder');
  require(join(dist, 'start.cjs')).startProgram(program);
};
