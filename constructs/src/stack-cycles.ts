import * as cdktf from 'cdktf';
import type { IConstruct } from 'constructs';
import { otherEndOf } from './relation.ts';

/** A construct of one stack that refers to something of another one. */
interface CrossReference {
  readonly from: IConstruct;
  readonly to: string;
}
interface Reference {
  readonly identifier: string;
  readonly originStack?: cdktf.TerraformStack;
}
type Element = IConstruct & { readonly terraformResourceType?: string; readonly friendlyUniqueId?: string; toTerraform(): unknown };

const isReference = (token: unknown): token is Reference => typeof token === 'object' && token !== null && 'originStack' in token;

/** Remembers the references that it resolves. */
class ReferenceCollector extends cdktf.DefaultTokenResolver {
  readonly found: Reference[] = [];

  public constructor() {
    super(new cdktf.StringConcat());
  }

  public override resolveToken(token: cdktf.IResolvable, context: cdktf.IResolveContext, processor: cdktf.IPostProcessor): unknown {
    if (isReference(token)) this.found.push(token);
    return super.resolveToken(token, context, processor);
  }
}

const elementsOf = (stack: cdktf.TerraformStack): readonly Element[] =>
  stack.node
    .findAll()
    .filter((one): one is Element => cdktf.TerraformElement.isTerraformElement(one) && cdktf.TerraformStack.of(one) === stack);

/** The path of what an expression such as `slipway_workspace.api.id` refers to. */
const referredPath = ({ identifier, originStack }: Reference): string => {
  const [type, name] = identifier.replace(/^data\./, '').split('.');
  const element = elementsOf(originStack as cdktf.TerraformStack).find(
    (one) => one.terraformResourceType === type && one.friendlyUniqueId === name,
  );
  return element?.node.path ?? `${(originStack as cdktf.TerraformStack).node.path} (${identifier})`;
};

/** The first reference of one stack into another; undefined where the stack was told to depend on it. */
const crossReference = (from: cdktf.TerraformStack, to: cdktf.TerraformStack): CrossReference | undefined => {
  for (const element of elementsOf(from)) {
    const resolver = new ReferenceCollector();
    cdktf.Tokenization.resolve(element.toTerraform(), { scope: element, preparing: false, resolver });
    const reference = resolver.found.find(({ originStack }) => originStack === to);
    if (reference) return { from: element, to: referredPath(reference) };
  }
  return undefined;
};

/** The stacks from one to another, each depending on the next. */
const chain = (from: cdktf.TerraformStack, to: cdktf.TerraformStack): readonly cdktf.TerraformStack[] => {
  if (from === to) return [to];
  const next = from.dependencies.find((one) => one === to || one.dependsOn(to));
  return next ? [from, ...chain(next, to)] : [from];
};

const describeLink = (from: cdktf.TerraformStack, to: cdktf.TerraformStack): string => {
  const found = crossReference(from, to);
  if (!found) return `${from.node.path} was told to depend on ${to.node.path} (addDependency).`;
  const other = otherEndOf(found.from);
  return (
    `[${found.from.node.path}] refers to ${found.to}.` +
    (other ? ` Write it at the other end instead: \`${other.method}\` of ${other.construct.node.path}.` : '')
  );
};

/** What to say where a stack that something depends on would depend on it. */
const describeCycle = (stack: cdktf.TerraformStack, dependency: cdktf.TerraformStack): string => {
  const stacks = [stack, ...chain(dependency, stack)];
  const links = stacks.slice(1).map((one, at) => describeLink(stacks[at] as cdktf.TerraformStack, one));
  const names = [...new Set(stacks)].map((one) => `"${one.node.path}"`).join(', ');
  const advice = links.some((link) => link.includes('at the other end'))
    ? ''
    : '\nDeclare one of these in the stack of the other, or look the object up where it is needed: `Workspace.fromName(…)`.';
  return `The stacks ${names} depend on each other, so none of them can be deployed first:\n- ${links.join('\n- ')}${advice}`;
};

class StackCycle extends Error {
  readonly description: string;

  public constructor(description: string) {
    super(description);
    this.description = description;
  }
}

const watched = new WeakSet<cdktf.TerraformStack>();

/** Names the constructs at both ends where the stack of this construct and another one come to depend on each other. */
export const reportStackCycles = (construct: IConstruct): void => {
  const stack = cdktf.TerraformStack.of(construct);
  if (watched.has(stack)) return;
  watched.add(stack);
  const { addDependency, prepareStack } = stack;
  stack.addDependency = (dependency) => {
    if (dependency.dependsOn(stack)) throw new StackCycle(describeCycle(stack, dependency));
    addDependency.call(stack, dependency);
  };
  stack.prepareStack = () => {
    try {
      prepareStack.call(stack);
    } catch (error) {
      // What resolves a token appends where the token was created, which is neither end.
      throw error instanceof StackCycle ? new Error(error.description) : error;
    }
  };
};
