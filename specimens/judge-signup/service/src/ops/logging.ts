import type { Params } from 'nestjs-pino';
import pino from 'pino';
import type { Settings } from '../config/settings';

/** Bytes that are gathered before they are written. */
const BUFFER = 4096;

/** A line a request, and what the modules say. */
export function logging({ log }: Settings): Params {
  const buffered = log.writes === 'buffered';
  const destination = pino.destination({
    dest: log.file || 1,
    sync: !buffered,
    minLength: buffered ? BUFFER : 0,
    fsync: log.writes === 'flushed',
    mkdir: true,
  });
  return {
    pinoHttp: [
      {
        level: log.level,
        redact: ['req.headers.authorization'],
        serializers: { req: ({ id, method, url }) => ({ id, method, url }), res: ({ statusCode }) => ({ statusCode }) },
        autoLogging: { ignore: (request) => request.url === '/health' },
      },
      destination,
    ],
  };
}
