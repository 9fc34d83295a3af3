import { STATUS_CODES } from 'node:http';
import type { Representation, Resource, Site } from '#api/site/load-site.ts';

/** The head of an answer as bytes, made anew when the second changes, as it carries the date. */
export interface ReadyHead {
  at(date: string): Buffer;
}

export interface ReadyAnswer {
  head: ReadyHead;
  notModified: ReadyHead;
}

/** The pages of a site that need no more than their bytes to be written. */
export interface ReadyAnswers {
  resources: ReadonlyMap<string, Resource>;
  of(representation: Representation): ReadyAnswer;
}

export function readyAnswers(site: Site, keepAliveTimeout: number): ReadyAnswers {
  const keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveTimeout / 1000)}\r\n`;
  const answers = new WeakMap<Representation, ReadyAnswer>();
  const makeAnswer = ({ headers, notModifiedHeaders }: Representation): ReadyAnswer => ({
    head: readyHead(200, headers, keepAlive),
    notModified: readyHead(304, notModifiedHeaders, keepAlive),
  });
  return {
    resources: new Map([...site.resources].filter(([path, { status }]) => status === 200 && /^[\w/.~-]+$/.test(path))),
    of(representation) {
      const known = answers.get(representation);
      if (known !== undefined) return known;
      const made = makeAnswer(representation);
      answers.set(representation, made);
      return made;
    },
  };
}

function readyHead(status: number, headers: readonly string[], keepAlive: string): ReadyHead {
  let before = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let i = 0; i < headers.length; i += 2) before += `${headers[i]}: ${headers[i + 1]}\r\n`;
  let madeFor = '';
  let bytes = Buffer.alloc(0);
  return {
    at(date) {
      if (date !== madeFor) {
        bytes = Buffer.from(`${before}Date: ${date}\r\n${keepAlive}\r\n`, 'latin1');
        madeFor = date;
      }
      return bytes;
    },
  };
}

let dated = 0;
let date = '';

/** The Date header's value, formatted once a second. */
export function httpDate(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dated) {
    dated = second;
    date = new Date(second * 1000).toUTCString();
  }
  return date;
}
