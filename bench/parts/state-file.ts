/** What a state file of the bench has. */
export interface StateSize {
  /** Resource blocks, each with one object. */
  readonly resources: number;
  /** Characters of the attributes of each object, besides names and braces. */
  readonly characters: number;
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** Text that differs from object to object, as identifiers and addresses do. */
const textOf = (seed: number, characters: number): string => {
  let text = '';
  for (let at = seed + 7; text.length < characters; at = (at * 48_271) % 2_147_483_647) text += letters[at % letters.length];
  return text;
};

const describeResource = (index: number, characters: number, serial: number): object => ({
  mode: 'managed',
  type: 'aws_instance',
  name: `some_${index}`,
  provider: 'provider["harbor.test/x/harbor"]',
  instances: [
    {
      schema_version: 1,
      attributes: {
        id: `i-${index}`,
        changed: serial,
        tags: { Name: `some-${index}` },
        ...Object.fromEntries(
          Array.from({ length: Math.ceil(characters / 80) }, (_, at) => [
            `attribute_${at}`,
            textOf(index * 100 + at, Math.min(60, characters)),
          ]),
        ),
      },
      sensitive_attributes: [],
      private: 'bnVsbA==',
    },
  ],
});

/**
 * State files of a workspace as an engine writes them, one after the other: each has another serial and another value of one of its
 * objects.
 */
export const createStateFiles = ({ resources, characters }: StateSize, lineage: string): ((serial: number) => string) => {
  const objects = Array.from({ length: resources }, (_, index) => JSON.stringify(describeResource(index, characters, 0)));
  return (serial) => {
    const changed = serial % resources;
    const listed = objects.with(changed, JSON.stringify(describeResource(changed, characters, serial)));
    const outputs = JSON.stringify({ address: { value: '10.0.0.1', type: 'string' }, count: { value: resources, type: 'number' } });
    const head = `{"version":4,"terraform_version":"1.11.4","serial":${serial},"lineage":"${lineage}"`;
    return `${head},"outputs":${outputs},"resources":[${listed.join(',')}],"check_results":null}`;
  };
};
