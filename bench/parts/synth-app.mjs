// An app of so many workspaces: `node synth-app.mjs <count> <outdir>`. Says on stdout how long its tree and its synthesis took.
import { Slipway, Workspace } from '@slipway/constructs';
import { App, TerraformStack } from 'cdktf';

const [count, outdir] = [Number(process.argv[2]), process.argv[3]];
const began = performance.now();
const app = new App({ outdir });
const stack = new TerraformStack(app, 'many');
new Slipway(stack);
for (let i = 0; i < count; i++) new Workspace(stack, `workspace-${i}`, { name: `some-${i}`, description: 'one of many', autoApply: true });
const built = performance.now();
app.synth();
console.log(JSON.stringify({ tree: built - began, synth: performance.now() - built, megabytes: process.resourceUsage().maxRSS / 1024 }));
