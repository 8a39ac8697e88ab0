/**
 * The single executable: the command line; the provider where an engine starts it, which sets a variable; the program `circleci` of jobs
 * where its launcher does; the way out of a sandbox, likewise. Each is a script of its own, so that none waits for another's text.
 */
import { runEmbeddedScript } from 'slipway/protocol/embedded-scripts';
import { runPlugin } from 'slipway/protocol/run-plugin';
import { agentVariable } from '@slipway/service/ci/runner/agent/agent-files';
import { gatewayVariable } from '@slipway/service/runner/isolation/gateway/gateway';

const { TF_PLUGIN_MAGIC_COOKIE: cookie, [agentVariable]: agent, [gatewayVariable]: gateway } = process.env;
delete process.env[agentVariable];
delete process.env[gatewayVariable];
if (cookie !== undefined) runPlugin((entry) => runEmbeddedScript(entry, require));
else if (gateway !== undefined) runEmbeddedScript('run-gateway.cjs', require);
else runEmbeddedScript(agent !== undefined ? 'ci-agent.cjs' : 'cli.cjs', require);
