import { STATUS_CODES } from 'node:http';
import { namesEntity } from '#api/site/entity-tag.ts';
import type { Representation, Resource, Site } from '#api/site/load-site.ts';
import { bestRepresentation } from '#api/site/send-resource.ts';
import { readPlainRequest } from './plain-request.ts';

/** A whole answer as bytes, made anew when the second changes, as it carries the date. */
export interface ReadyAnswer {
  at(date: string): Buffer;
}

interface Variants {
  whole: ReadyAnswer;
  head: ReadyAnswer;
  notModified: ReadyAnswer;
}

export interface ReadyAnswers {
  /** To what a client sent, if it is a plain request for a page that needs no more than its bytes to be written. */
  to(request: string): ReadyAnswer | undefined;
}

// Browsers of one kind ask for one file in the same words. One who asks in ever new words gains nothing but the reading.
const mostKnown = 1000;

export function readyAnswers({ resources }: Site, keepAliveTimeout: number): ReadyAnswers {
  const keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveTimeout / 1000)}\r\n`;
  const pages = new Map([...resources].filter(([path, { status }]) => status === 200 && /^[\w/.~-]+$/.test(path)));
  const variants = new WeakMap<Representation, Variants>();
  const known = new Map<string, ReadyAnswer>();

  function variantsOf(representation: Representation): Variants {
    const { headers, notModifiedHeaders, body } = representation;
    const made = variants.get(representation) ?? {
      whole: readyAnswer(200, headers, keepAlive, body),
      head: readyAnswer(200, headers, keepAlive),
      notModified: readyAnswer(304, notModifiedHeaders, keepAlive),
    };
    variants.set(representation, made);
    return made;
  }

  function find(text: string): ReadyAnswer | undefined {
    const request = readPlainRequest(text);
    const resource: Resource | undefined = request && pages.get(request.path);
    if (request === undefined || resource === undefined) return undefined;
    const representation = bestRepresentation(resource, request.acceptEncoding);
    const { whole, head, notModified } = variantsOf(representation);
    if (request.ifNoneMatch !== undefined && namesEntity(request.ifNoneMatch, representation.etag)) return notModified;
    return request.isHead ? head : whole;
  }

  return {
    to(request) {
      const asBefore = known.get(request);
      if (asBefore !== undefined) return asBefore;
      const answer = find(request);
      if (answer === undefined) return undefined;
      if (known.size >= mostKnown) known.clear();
      known.set(request, answer);
      return answer;
    },
  };
}

function readyAnswer(status: number, headers: readonly string[], keepAlive: string, body?: Buffer): ReadyAnswer {
  let before = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let i = 0; i < headers.length; i += 2) before += `${headers[i]}: ${headers[i + 1]}\r\n`;
  let madeFor = '';
  let bytes = Buffer.alloc(0);
  return {
    at(date) {
      if (date !== madeFor) {
        const head = Buffer.from(`${before}Date: ${date}\r\n${keepAlive}\r\n`, 'latin1');
        // In one piece, which costs less to write than two.
        bytes = body === undefined ? head : Buffer.concat([head, body]);
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
