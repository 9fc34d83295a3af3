/** What a schema has that code relies on, as `npm run schema` describes it. */
interface Described {
  /** By `table.column`: the type and what follows it. */
  columns: Map<string, string>;
  /** By name: arguments, result and the roles that may call it. */
  functions: Map<string, { args: string[]; result: string; roles: string[] }[]>;
  /** `role table privilege`, or `role table privilege column`. */
  rights: Set<string>;
}

function describe(schema: string): Described {
  const columns = new Map<string, string>();
  const functions: Described['functions'] = new Map();
  const rights = new Set<string>();
  let table = '';
  for (const line of schema.split('\n')) {
    table = /^CREATE TABLE (\S+) \($/.exec(line)?.[1] ?? (line.startsWith(');') ? '' : table);
    const column = /^ {2}(\w+) (.+?),?$/.exec(line);
    if (table !== '' && column?.[1] !== undefined && column[1] !== 'CONSTRAINT')
      columns.set(`${table}.${column[1]}`, column[2] ?? '');
    const own = /^CREATE FUNCTION (\w+)\((.*?)\) RETURNS (.*?) LANGUAGE .*; -- .*?for (.*)$/.exec(line);
    if (own !== null) {
      const [, name = '', args = '', result = '', roles = ''] = own;
      functions.set(name, [
        ...(functions.get(name) ?? []),
        { args: splitList(args), result, roles: roles.split(', ') },
      ]);
    }
    const grant = /^GRANT (.*) ON (\S+) TO (\w+);$/.exec(line);
    if (grant === null) continue;
    for (const right of splitList(grant[1] ?? '')) {
      const [, privilege = right, names] = /^(\w+) \((.*)\)$/.exec(right) ?? [];
      for (const name of names?.split(', ') ?? [''])
        rights.add(`${grant[3]} ${grant[2]} ${privilege} ${name}`.trimEnd());
    }
  }
  return { columns, functions, rights };
}

/** At commas outside of parentheses and quotes. */
const splitList = (text: string): string[] => (text === '' ? [] : text.split(/, (?![^(]*\))/));

const isNotNull = (definition: string) => definition.includes(' NOT NULL');
const hasValue = (definition: string) => / (DEFAULT|GENERATED) /.test(definition);
const typeOf = (definition: string) =>
  definition.replace(/ (NOT NULL|DEFAULT .*|GENERATED .*)$/g, '').replace(' NOT NULL', '');
const ownRoles = ['PUBLIC', 'portal_app', 'portal_tenant', 'portal_staff', 'portal_key', 'portal_operator'];

export interface BreakingChange {
  /** A table, column or function. */
  name: string;
  sentence: string;
}

/** What code that was written for the released schema cannot work with in the current one. */
export function findBreakingChanges(released: string, current: string): BreakingChange[] {
  const [before, now] = [describe(released), describe(current)];
  const tables = new Set([...before.columns.keys()].map((name) => name.split('.').slice(0, -1).join('.')));
  const changes: BreakingChange[] = [];
  const add = (name: string, what: string) => changes.push({ name, sentence: `${name} ${what}` });

  for (const [name, definition] of before.columns) {
    const same = now.columns.get(name);
    if (same === undefined) add(name, 'is gone');
    else if (typeOf(same) !== typeOf(definition)) add(name, `was ${typeOf(definition)} and is ${typeOf(same)}`);
    else if (isNotNull(same) && !isNotNull(definition)) add(name, 'may not be null, and could be');
    else if (hasValue(definition) && !hasValue(same) && isNotNull(same)) add(name, 'has lost its default');
  }
  for (const [name, definition] of now.columns)
    if (
      !before.columns.has(name) &&
      tables.has(name.split('.').slice(0, -1).join('.')) &&
      isNotNull(definition) &&
      !hasValue(definition)
    )
      add(name, 'may not be null and has no default');
  for (const [name, forms] of before.functions)
    for (const { args, result, roles } of forms) {
      const callers = roles.filter((role) => ownRoles.includes(role));
      if (callers.length === 0) continue;
      const all = now.functions.get(name) ?? [];
      const same = all.find((one) => acceptsCallsOf(one.args, args));
      if (same === undefined)
        add(name, all.length === 0 ? 'is gone' : `takes other arguments than (${args.join(', ')})`);
      else if (same.result !== result) add(name, `returned ${result} and returns ${same.result}`);
      else if (!same.roles.includes('PUBLIC'))
        for (const role of callers) if (!same.roles.includes(role)) add(name, `may not be called by ${role}`);
    }
  for (const right of before.rights) {
    const [role = '', table = '', privilege = '', column] = right.split(' ');
    if (!ownRoles.includes(role) || now.rights.has(right) || now.rights.has(`${role} ${table} ${privilege}`)) continue;
    add(column === undefined ? table : `${table}.${column}`, `has lost ${privilege} for ${role}`);
  }
  return changes;
}

/** The same arguments, or more that have defaults. */
const acceptsCallsOf = (args: string[], released: string[]) =>
  released.every((arg, at) => args[at] === arg) &&
  args.slice(released.length).every((arg) => arg.includes(' DEFAULT '));

/** Statements that remove something, or refuse what older versions write, with what they do. */
const breakingStatements: [RegExp, string][] = [
  [/\bDROP\s+(TABLE|COLUMN|FUNCTION|VIEW|SEQUENCE|TYPE)\b/i, 'drops a table, column, view or function'],
  [/\bRENAME\s+(TO|COLUMN|CONSTRAINT)\b|\bRENAME\s+\w+\s+TO\b/i, 'renames something'],
  [/\bALTER\s+(COLUMN\s+)?\w+\s+(SET\s+DATA\s+)?TYPE\b|\bALTER\s+TYPE\b/i, 'changes a type'],
  [/\bSET\s+NOT\s+NULL\b/i, 'forbids NULL'],
  [/\bDROP\s+DEFAULT\b/i, 'removes a default'],
  [
    /\bALTER\s+TABLE\b[^;]*\bADD\s+(CONSTRAINT|CHECK|UNIQUE|FOREIGN|PRIMARY|EXCLUDE)\b/i,
    'adds a constraint to a table',
  ],
  [
    /\bADD\s+(COLUMN\s+)?(?!CONSTRAINT|CHECK)\w+[^,;]*\bNOT\s+NULL\b(?![^,;]*\b(DEFAULT|GENERATED)\b)(?<!\bDEFAULT\b[^,;]*)/i,
    'adds a column that older versions do not fill',
  ],
  [/\bCREATE\s+UNIQUE\s+INDEX\b/i, 'adds a unique index'],
  [/\bREVOKE\b/i, 'revokes rights'],
];

/** What a migration does that an older version may not work with. */
export function findBreakingStatements(sql: string): string[] {
  const created = new Set(
    [...sql.matchAll(/\bCREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?([\w.]+)/gi)].map(([, name]) => name),
  );
  const statements = sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .split(';')
    // What concerns a table of the same migration concerns nobody else.
    .filter((statement) => !created.has(/\b(?:TABLE(?:\s+IF\s+EXISTS)?|ON)\s+([\w.]+)/i.exec(statement)?.[1]));
  return breakingStatements.filter(([pattern]) => statements.some((one) => pattern.test(one))).map(([, what]) => what);
}
