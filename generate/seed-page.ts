import { type Attribute, type Attributes, withFormerNames } from '../src/declare/index.ts';
import { seedShape } from '../src/service/seed/shape.ts';

const tableCell = (text: string): string => text.replaceAll('|', '\\|');
const describeType = ({ kind }: Attribute): string =>
  kind.members ? 'an object' : kind.item?.members ? `a ${kind.collection} of objects` : kind.description;

/** A row for each member, those of an object after it. */
const memberRows = (attributes: Attributes, above: string): readonly string[] =>
  Object.entries(withFormerNames(attributes)).flatMap(([name, attribute]) => {
    const members = attribute.kind.members ?? attribute.kind.item?.members;
    const path = `${above}${name}${attribute.kind.item?.members ? '[]' : ''}`;
    const required = attribute.mode === 'required' ? '**required**, ' : '';
    return [
      `| \`${path}\` | ${tableCell(`${required}${describeType(attribute)}`)} | ` +
        `${tableCell(`${attribute.deprecated === undefined ? '' : `**Deprecated.** ${attribute.deprecated} `}${attribute.doc}`)} |`,
      ...(members && !attribute.formerNameOf ? memberRows(members, `${path}.`) : []),
    ];
  });

/** docs/seed.md: every member of a seed file. */
export const seedPage = (): string => `# Seed file

A seed file describes the objects that an empty store starts with. It is written in YAML or JSON.

## Use a seed file

| To | Do this |
|---|---|
| start a service with the objects of the file | \`slipway serve --seed platform.yaml\` |
| seed a running service whose store is empty | \`POST /_local/seed\` with the content of the file |
| empty a running service and seed it again | \`POST /_local/reset\` |

A seed is applied in one transaction, and only if the store has no organization. [The embedded service](service.md#seed-file)
describes errors and tokens; [examples/platform/seed.yaml](../examples/platform/seed.yaml) is a complete example.

The smallest file:

\`\`\`yaml
users: [{ name: ann }]
organizations: [{ name: acme, owners: [ann] }]
\`\`\`

## Members

Objects refer to each other by name. \`[]\` marks each item of a list. A member without a stated default is absent when it is omitted.

| Member | Type | Description |
|---|---|---|
${memberRows(seedShape, '').join('\n')}
`;
