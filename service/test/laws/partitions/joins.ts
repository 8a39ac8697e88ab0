/** What a statement may connect, and why that stays in one organization. */
interface Connection {
  readonly why: string;
  readonly pattern: RegExp;
}

const lookup = String.raw`select [^()]* from "slipway"\."records" where "(?:kind|id)" = \$\d+ and [^()]*?`;
const named = String.raw`select [^;]*? as "id" from "slipway"\."records" as "r" where "r"\."kind" = \$\d+ and [^()]*`;

const linked = String.raw`select 1 as "one" from "slipway"\."links" as "l" where (?:l\.from_seq = r\.seq|"l"\."(?:from|to)" = "r"\."id")`;

const connections: readonly Connection[] = [
  {
    why: 'a link and the records at its ends are of one organization, or one of them of none (findRowsAcross)',
    pattern: new RegExp(`^select .* from "slipway"\\."records" as "r" where .*exists \\(${linked} and `),
  },
  {
    why: 'the records that links to one of them lead from, in their order: of its organization (findRowsAcross)',
    pattern: /^select .* from \(select from_seq as seq from slipway\.links as l where .*\) as n cross join lateral \(select r\.\* from /,
  },
  {
    why: 'members of the bodies of records, which triggers keep by the number of each',
    pattern: /^select .* (?:\(select 1 as "one"|from \(select m\.seq, m\.value|\(select m\.seq as seq) from slipway\.record_members /,
  },
  {
    why: 'records of one organization, by members of their bodies, and by workspaces of it that are named',
    pattern: /^select .* from \(select (?:m|s)\.seq from slipway\.(?:record_members|records) as (?:m|s) where (?:m|s)\.kind = \$\d+ and /,
  },
  {
    why: 'marks of one organization, what was changed since, and the newest record of a list of it',
    pattern: /^select k\.mark, m\.value, greatest\(/,
  },
  {
    why: 'a record by its key in the scope that another record names, which is of the same organization (findRowsAcross)',
    pattern: /^select [^()]* from "slipway"\."records" where "kind" = \$\d+ and "key" = \$\d+ and "scope" = \(select /,
  },
  {
    why: 'a record, and beside it those that its scope or a member of it names: of the same organization (findRowsAcross)',
    pattern: new RegExp(`^${lookup}(?: union all select [^()]* from "slipway"\\."records" where "id" = \\(${named}\\))+$`),
  },
  {
    why: 'the organization of a new row is found by its scope or its ends',
    pattern: /^(?:insert into slipway\.(?:records|links) |update slipway\.records set scope = |with l as \( select \* from rows from )/,
  },
  {
    why: 'records that are changed, and their numbers, which are found by their IDs',
    pattern: /^with u as \( select \* from rows from .* updated as \( update slipway\.records r set .* and r\.id = u\.id and /,
  },
  {
    why: 'a record, what its ID is the scope of, and their links: of the same organization (findRowsAcross)',
    pattern: /^with recursive gone\(seq, id, kind, deep\) as \( select /,
  },
  {
    why: 'filled at a start, not by a request',
    pattern: /^with batch as \(select seq from slipway\.(?:records|links|test_results) where organization is null/,
  },
  {
    why: 'runs, jobs and tests of one project, which belongs to one organization',
    pattern:
      /^(?:with recursive found\(v\) as \( ?select|select "x"\."test").*"(?:workflow_runs|job_runs|test_results)".*"?project"? = \$\d+/,
  },
];

/** Statements on the rows of a kind that name neither scope, key, ID nor link, and why. */
const ofAll: readonly Connection[] = [
  { why: 'the names of organizations at code hosts belong to none', pattern: /"r"\."body" -> 'organization'\)::text = \$\d+ order/ },
  {
    why: 'users and organizations are listed for whoever may see them',
    pattern: /where "r"\."kind" = \$\d+ order by "r"\."seq" asc limit/,
  },
];

const countTables = (sql: string): number => [...sql.matchAll(/(?:from|join|into|update)\s+"?slipway"?\.(?!meta\b)/gi)].length;
const namesNothing = (sql: string): boolean =>
  /^select .* from "slipway"\."records"/.test(sql) && !/"(?:scope|id|key|seq)" (?:=|in)|"(?:scope|id|key)" = any|"links"/.test(sql);

const split = (sent: Iterable<string>, isMeant: (sql: string) => boolean, known: readonly Connection[]) => {
  const all = [...new Set([...sent].map((sql) => sql.replaceAll(/\s+/g, ' ')))].filter(isMeant);
  return {
    unknown: all.filter((sql) => !known.some(({ pattern }) => pattern.test(sql))),
    unused: known.filter(({ pattern }) => !all.some((sql) => pattern.test(sql))).map(({ why }) => why),
  };
};

/** Statements that connect rows in another way than those listed, and ways that nothing uses any more. */
export const findUnknownJoins = (sent: Iterable<string>) => split(sent, (sql) => countTables(sql) > 1, connections);
/** The same for statements that read the rows of a kind over all organizations. */
export const findUnboundReads = (sent: Iterable<string>) => split(sent, namesNothing, ofAll);
