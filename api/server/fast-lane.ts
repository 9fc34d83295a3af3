import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Site } from '#api/site/load-site.ts';
import { httpDate, readyAnswers } from './ready-answers.ts';

// Of a request; a longer one is node's to read.
const longest = 8192;

interface LaneOptions {
  /** Without it every request goes to node's parser. */
  site: Site | undefined;
  /** Nobody may wait longer than this with an open connection and no request. */
  firstRequestTimeout: number;
  keepAliveTimeout: number;
}

export interface FastLane {
  /** Connections that node's http server has not been given. */
  readonly waiting: ReadonlySet<Socket>;
  /** Sends every further request to node's http server, which can close its connection after the answer. */
  retire(): void;
}

/**
 * Answers plain requests for pages straight from the socket. More than half of what node:http costs per page goes into
 * objects that such an answer does not need. A connection that sends anything else, even once, is
 * handed to node's http server with all it sent, and stays there.
 */
export function openFastLane(server: Server, { site, firstRequestTimeout, keepAliveTimeout }: LaneOptions): FastLane {
  const waiting = new Set<Socket>();
  const answers = site === undefined ? undefined : readyAnswers(site, keepAliveTimeout);
  const toHttp = server.listeners('connection');
  let isRetired = false;

  function hasAnswered(socket: Socket, chunk: Buffer): boolean {
    // Bytes still on their way out mean that the client pipelines; node keeps count of that.
    if (answers === undefined || isRetired || socket.writableLength > 0 || chunk.length > longest) return false;
    const answer = answers.to(chunk.toString('latin1'));
    if (answer === undefined) return false;
    socket.write(answer.at(httpDate()));
    return true;
  }

  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    let isFirst = true;
    const giveUp = () => socket.destroy();
    const onData = (chunk: Buffer) => {
      if (!hasAnswered(socket, chunk)) handOver(chunk);
      else if (isFirst) socket.setTimeout(keepAliveTimeout);
      isFirst = false;
    };
    const onEnd = () => socket.destroySoon();
    const leave = () => {
      waiting.delete(socket);
      socket.off('data', onData).off('end', onEnd).off('timeout', giveUp).off('error', giveUp).off('close', leave);
    };
    const handOver = (chunk: Buffer) => {
      leave();
      socket.setTimeout(0);
      socket.pause();
      socket.unshift(chunk);
      for (const listener of toHttp) Reflect.apply(listener, server, [socket]);
      socket.resume();
    };
    waiting.add(socket);
    socket.setTimeout(firstRequestTimeout);
    socket.on('data', onData).on('end', onEnd).on('timeout', giveUp).on('error', giveUp).on('close', leave);
  });

  return {
    waiting,
    retire() {
      isRetired = true;
    },
  };
}
