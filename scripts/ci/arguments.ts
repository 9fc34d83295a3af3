export interface Arguments {
  mode: 'usual' | 'static' | 'all' | 'changed';
  /** Parts of paths of test files; every file if there are none. */
  patterns: string[];
  /** Only tests with this name. */
  name: string | undefined;
  /** How many of the slowest files are listed at the end. */
  slowest: number;
}

const fewest = 5;
const most = 20;

/** Reads what follows `npm test --`. */
export function readArguments(args: string[]): Arguments {
  const read: Arguments = { mode: 'usual', patterns: [], name: undefined, slowest: fewest };
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift())
    if (arg === '--static' || arg === '--all' || arg === '--changed') read.mode = modes[arg];
    else if (arg === '-t') {
      read.name = rest.shift();
      if (read.name === undefined) throw new Error('-t needs the name of a test.');
    } else if (arg === '--slowest') read.slowest = /^\d+$/.test(rest[0] ?? '') ? Number(rest.shift()) : most;
    else if (arg.startsWith('-'))
      throw new Error(`Unknown option ${arg}: use --changed, --slowest [NUMBER] or -t NAME.`);
    else read.patterns.push(arg);
  return read;
}

const modes = { '--static': 'static', '--all': 'all', '--changed': 'changed' } as const;
