/** What an agent does while its service is away, and when it is refused. */
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type AgentClient, AgentRefused, ServiceAway } from '../../src/agent/agent-client.ts';
import type { AgentState } from '../../src/agent/agent-state.ts';
import { keepInTouch } from '../../src/agent/keep-in-touch.ts';

const touch = suite('an agent and its service');

/** An agent with two jobs, whose pings are answered by `answer`. */
const startAgent = (answer: () => Promise<{ stops: Record<string, 'interrupt' | 'kill'> }>) => {
  const said: string[] = [];
  const ends: (string | undefined)[] = [];
  let joined = 0;
  const client = { register: async () => `agent-${++joined}`, ping: answer } as unknown as AgentClient;
  const agent: AgentState = {
    client,
    name: 'a',
    id: undefined,
    jobs: new Set(['plan-1', 'apply-2']),
    stops: new Map(),
    isDraining: false,
    isClaiming: false,
    nextClaimAt: 0,
    say: (line) => void said.push(line),
    finish: (reason) => void ends.push(reason),
  };
  return { agent, said, ends, touching: keepInTouch(agent, { ping: 10, interruptAfter: 150, killAfter: 300 }) };
};
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await delay(5);
};

touch('a service that is away is reported once; then jobs are interrupted, later killed; when it is back, it says what stops', async () => {
  let isAway = false;
  const { agent, said, ends, touching } = startAgent(async () => {
    if (isAway) throw new ServiceAway('connect ECONNREFUSED');
    return { stops: { 'plan-1': 'interrupt' } };
  });
  await until(() => agent.stops.size > 0);
  assert.equal([agent.id, ...agent.stops], ['agent-1', ['plan-1', 'interrupt']]);
  isAway = true;
  await until(() => agent.stops.size === 2);
  assert.equal([...agent.stops.values()], ['interrupt', 'interrupt']);
  await until(() => agent.stops.get('apply-2') === 'kill');
  isAway = false;
  await until(() => agent.stops.size === 1);
  await touching.stop();
  assert.equal(said, [
    'joined its pool as agent-1',
    'the service is away, and is tried again: connect ECONNREFUSED',
    'the service is back',
  ]);
  assert.equal(ends, []);
});

touch('an agent whose record was deleted kills what it runs and joins anew; one whose token was deleted ends', async () => {
  let status = 404;
  const { agent, ends, touching } = startAgent(async () => {
    throw new AgentRefused(status, 'no');
  });
  await until(() => agent.id === 'agent-2');
  assert.equal([...agent.stops.values()], ['kill', 'kill']);
  assert.equal(ends, []);
  status = 401;
  await until(() => ends.length > 0);
  await touching.stop();
  assert.is(ends[0], 'the service does not know the token of this agent');
});

touch.run();
