import { readdirSync, readFileSync } from 'node:fs';

interface Process {
  parent: number;
  /** Distinguishes processes that had the same id one after the other. */
  started: number;
  /** CPU seconds of its threads. */
  own: number;
  /** CPU seconds of its children that have ended, and of theirs. */
  children: number;
}

// Linux counts in hundredths of a second here, on every architecture.
const ticksPerSecond = 100;

function readProcess(id: string): Process {
  const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
  // After the name, in parentheses, which may itself contain any character.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
  return {
    parent: fields[1] ?? 0,
    started: fields[19] ?? 0,
    own: (user + system) / ticksPerSecond,
    children: (childUser + childSystem) / ticksPerSecond,
  };
}

/** CPU seconds of this process and of its children that have ended. Without Linux, of this process only. */
export function ownCpuSeconds(): number {
  try {
    const { own, children } = readProcess('self');
    return own + children;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
}

type Processes = ReadonlyMap<number, Process>;

/** Linux only: the processes of this machine, or none elsewhere. */
function readProcesses(): Processes {
  const found = new Map<number, Process>();
  if (process.platform !== 'linux') return found;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      found.set(Number(name), readProcess(name));
    } catch {
      // It ended in the meantime.
    }
  }
  return found;
}

interface Member extends Process {
  step: string;
}

/** What is needed of a ChildProcess. */
interface Child {
  pid?: number | undefined;
  once(event: 'exit', listener: () => void): unknown;
}

const sampleMs = 1000;

/**
 * CPU seconds of the commands of each step and of everything that they start, browsers and PostgreSQL included. The kernel
 * adds a process to its parent's time when it has ended, but not if the parent ended first, as with the processes of a
 * killed browser: these are read every second while they run.
 */
export class CpuTimes {
  readonly #read: () => Processes;
  readonly #self: number;
  readonly #members = new Map<number, Member>();
  readonly #seconds = new Map<string, number>();
  #ended = 0;
  #isSampling = false;

  constructor(read = readProcesses, self = process.pid) {
    this.#read = read;
    this.#self = self;
    this.#ended = this.#read().get(this.#self)?.children ?? 0;
  }

  /** The seconds of each step so far. */
  get seconds(): ReadonlyMap<string, number> {
    return this.#seconds;
  }

  /** Counts a child of this process, and its descendants, for a step. */
  watch(child: Child, step: string): void {
    if (child.pid === undefined) return;
    this.#members.set(child.pid, { step, parent: this.#self, started: 0, own: 0, children: 0 });
    if (!this.#isSampling) setInterval(() => this.sample(), sampleMs).unref();
    this.#isSampling = true;
    child.once('exit', () => this.sample());
  }

  sample(): void {
    const processes = this.#read();
    const gone = new Map<number, Member>();
    for (const [id, member] of this.#members) {
      const now = processes.get(id);
      if (now !== undefined && (member.started === 0 || now.started === member.started)) continue;
      this.#members.delete(id);
      gone.set(id, member);
    }
    // The time of an ended process is now part of its parent's: what was already counted for it.
    const countedFor = new Map<number, number>();
    const endedSteps = new Set<string>();
    for (const member of gone.values()) {
      let { parent } = member;
      for (let above = gone.get(parent); above !== undefined; above = gone.get(parent)) ({ parent } = above);
      countedFor.set(parent, (countedFor.get(parent) ?? 0) + member.own + member.children);
      if (member.parent === this.#self) endedSteps.add(member.step);
    }
    for (const [id, member] of this.#members) {
      const now = processes.get(id);
      if (now === undefined) continue;
      this.#add(member.step, now.own - member.own + ended(now.children - member.children, countedFor.get(id)));
      Object.assign(member, now);
    }
    this.#addNewMembers(processes);
    const own = processes.get(this.#self)?.children ?? this.#ended;
    const rest = ended(own - this.#ended, countedFor.get(this.#self));
    this.#ended = own;
    for (const step of endedSteps) this.#add(step, rest / endedSteps.size);
  }

  #addNewMembers(processes: Processes): void {
    for (let hasNew = true; hasNew;) {
      hasNew = false;
      for (const [id, found] of processes) {
        const step = this.#members.get(found.parent)?.step;
        if (step === undefined || this.#members.has(id)) continue;
        this.#members.set(id, { ...found, step });
        this.#add(step, found.own + found.children);
        hasNew = true;
      }
    }
  }

  #add(step: string, seconds: number): void {
    this.#seconds.set(step, (this.#seconds.get(step) ?? 0) + seconds);
  }
}

/** The part of the time of ended children that was not counted while they ran. */
const ended = (seconds: number, counted = 0) => Math.max(0, seconds - counted);
